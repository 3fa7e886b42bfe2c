import AudioCore
import Foundation
import Glibc
import Player
import Radio
import TestSupport
import Testing

private let stereo44 = AudioFormat(sampleRate: 44100, channels: 2)

/// 100 ms of samples at half of full scale.
private let block = PCMBlock(format: stereo44, samples: [Float](repeating: 0.5, count: 8820))

@Suite("A sound device that comes and goes", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct OutputChainTests {
  private let clock: TestClock
  private let device: TestDevice
  private let interruption = OutputInterruption()

  init() {
    clock = TestClock()
    device = TestDevice(clock: clock)
  }

  private func makeChain(isNamed: Bool = false) -> OutputChain {
    OutputChain(
      device: TestDevice.name, fallsBackToSilence: !isNamed, interruption: interruption, clock: clock,
      make: { [device] in device.makeOutput() })
  }

  /// The reported events, and their times in seconds.
  private struct Reported {
    var events: [SoundEvent] = []
    var times: [Double] = []
    /// The times at which the device took over from silence.
    var switches: [Double] = []

    /// True when there was at most one event a second.
    var isSlow: Bool { zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 0.999 } }
  }

  /// Plays for `seconds` as the sound loop does. A write to the device takes no time here, so the duration of the block
  /// is added to the clock.
  private func play(_ chain: OutputChain, for seconds: Double, reported: inout Reported) throws {
    let end = clock.seconds + seconds
    while clock.seconds < end {
      // This clock may run fast: wait until an attempt that does not hang has ended.
      while true {
        if try chain.tend() { reported.switches.append(clock.seconds) }
        guard chain.isTrying, !device.now.hangs else { break }
        usleep(50)
      }
      let before = clock.seconds
      try chain.write(block)
      if clock.seconds == before, !chain.isSilent { clock.advance(by: block.duration) }
      if let event = chain.takeNotice() {
        reported.events.append(event)
        reported.times.append(clock.seconds)
      }
    }
  }

  /// The times of the attempts to open after the first one, in whole seconds since that.
  private var tries: [Int] {
    let openings = device.now.openings
    return openings.dropFirst().map { openings[0].duration(to: $0).components.seconds }.map(Int.init)
  }

  @Test(
    "a lost device is retried after 1, 2, 5 and then every 10 s while silence plays, and is reported once")
  func lostAndBack() throws {
    let chain = makeChain()
    var reported = Reported()
    chain.prepare()
    try chain.open(stereo44)
    try play(chain, for: 12, reported: &reported)
    #expect(reported.events.isEmpty)
    let lostAt = clock.seconds
    device.set {
      $0.openFault = "it is away"
      $0.writeFault = "it was pulled out"
    }
    try play(chain, for: 52, reported: &reported)
    #expect(tries.map { $0 - Int(lostAt) } == [1, 3, 8, 18, 28, 38, 48])
    #expect(chain.isSilent)
    #expect(chain.delayFrames > 0, "a listener would hear it late")
    #expect(
      reported.events == [
        .outputLost("playing silently: lost the sound device 'test' (it was pulled out); trying it again")
      ])
    device.set {
      $0.openFault = nil
      $0.writeFault = nil
    }
    let heard = device.now.samples.count
    try play(chain, for: 22, reported: &reported)
    #expect(reported.switches.count == 1)
    #expect(reported.events.last == .outputBack("sound goes to the device 'test' now"))
    #expect(reported.events.count == 2)
    #expect(device.now.samples.count > heard)
    // It has played for long: after the next loss the first pause is the shortest one.
    let again = clock.seconds
    device.set { $0.writeFault = "it was pulled out" }
    try play(chain, for: 0.5, reported: &reported)
    device.set { $0.writeFault = nil }
    try play(chain, for: 2, reported: &reported)
    #expect(reported.switches.count == 2 && reported.switches[1] - again < 1.5)
    chain.close()
    #expect(device.now.opened == device.now.closed)
  }

  @Test("a device may be missing at the start, and plays when it appears")
  func missing() throws {
    device.set { $0.openFault = "it is busy" }
    let chain = makeChain()
    var reported = Reported()
    chain.prepare()
    try chain.open(stereo44)
    try play(chain, for: 3.5, reported: &reported)
    #expect(reported.events == [.outputLost("playing silently: no sound device 'test' (it is busy); trying it again")])
    device.set { $0.openFault = nil }
    try play(chain, for: 6, reported: &reported)
    #expect(reported.events.last == .outputBack("sound goes to the device 'test' now"))
    #expect(!device.now.samples.isEmpty)
    chain.close()
  }

  @Test("a named device that is missing at the start is an error at once")
  func namedMissing() {
    device.set { $0.openFault = "it is busy" }
    let chain = makeChain(isNamed: true)
    chain.prepare()
    #expect(throws: TuneError.output(device: "test", reason: "it is busy")) { try chain.open(stereo44) }
    chain.close()
  }

  @Test("a named device that is lost is retried for 30 s, then it is an error")
  func namedLost() throws {
    let chain = makeChain(isNamed: true)
    var reported = Reported()
    try chain.open(stereo44)
    try play(chain, for: 1, reported: &reported)
    device.set {
      $0.openFault = "it is away"
      $0.writeFault = "it was pulled out"
    }
    let lostAt = clock.seconds
    #expect(throws: TuneError.output(device: "test", reason: "it is away")) {
      try play(chain, for: 100, reported: &reported)
    }
    #expect(clock.seconds - lostAt > 27 && clock.seconds - lostAt < 31)
    #expect(reported.events.count == 1)
    chain.close()
  }

  @Test(
    "a device that comes and goes causes neither a flood of events nor of retries",
    arguments: [(0, 1), (1, 2), (15, 40), (90, 24)])
  func flapping(writes: Int, minimumLines: Int) throws {
    device.set { $0.writesPerHandle = writes }
    let chain = makeChain()
    var reported = Reported()
    try chain.open(stereo44)
    try play(chain, for: 300, reported: &reported)
    #expect(reported.switches.count < 40)
    #expect(reported.events.count >= minimumLines)
    #expect(reported.isSlow)
    let states = reported.events.map { if case .outputLost = $0 { true } else { false } }
    #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 }, "lost and back take turns")
    chain.close()
    #expect(device.now.opened == device.now.closed)
  }

  @Test("a named device that comes and goes is given up")
  func namedFlapping() throws {
    device.set { $0.writesPerHandle = 10 }
    let chain = makeChain(isNamed: true)
    var reported = Reported()
    try chain.open(stereo44)
    #expect(throws: TuneError.output(device: "test", reason: "loose contact")) {
      try play(chain, for: 100, reported: &reported)
    }
    #expect(clock.seconds < 32)
    chain.close()
  }

  @Test("a device that hangs in opening is opened only once; close does not wait for it, and it is closed later")
  func hangs() throws {
    device.set { $0.hangs = true }
    let chain = makeChain()
    var reported = Reported()
    chain.prepare()
    try chain.open(stereo44)  // 3 s of the real clock
    try play(chain, for: 600, reported: &reported)
    #expect(device.now.openings.count == 1)
    #expect(
      reported.events == [.outputLost("playing silently: no sound device 'test' (it does not answer); trying it again")]
    )
    chain.close()
    #expect(device.now.opened == 0, "it still hangs")
    device.set { $0.hangs = false }
    #expect(ProcessRunner.eventually { device.now.closed == 1 })
    #expect(device.now.opened == 1)
  }

  @Test("a device that opens late plays from then on")
  func late() throws {
    device.set { $0.hangs = true }
    let chain = makeChain()
    var reported = Reported()
    chain.prepare()
    try chain.open(stereo44)
    try play(chain, for: 5, reported: &reported)
    device.set { $0.hangs = false }
    try play(chain, for: 5, reported: &reported)
    #expect(reported.switches.count == 1)
    #expect(device.now.openings.count == 1)
    chain.close()
  }

  @Test("a device is opened again for another format, also after it was lost at the change")
  func formatChange() throws {
    let mono = AudioFormat(sampleRate: 48000, channels: 1)
    let chain = makeChain()
    var reported = Reported()
    chain.prepare()
    try chain.open(mono)
    #expect(device.now.opened == 2 && device.now.closed == 1, "it was prepared for the usual one")
    try chain.open(mono)
    #expect(device.now.opened == 2)
    try chain.open(stereo44)
    try play(chain, for: 1, reported: &reported)
    device.set { $0.openFault = "it is away" }
    try chain.open(mono)
    #expect(chain.isSilent)
    try chain.open(stereo44)
    device.set { $0.openFault = nil }
    try play(chain, for: 3, reported: &reported)
    #expect(!chain.isSilent)
    #expect(reported.events.count == 2)
    chain.close()
    #expect(device.now.opened == device.now.closed)
  }

  @Test("the faults of a device are counted, and reported at most once a second")
  func faults() throws {
    let chain = makeChain()
    var reported = Reported()
    try chain.open(stereo44)
    device.set { $0.faultsPerWrite = 3 }
    try play(chain, for: 5, reported: &reported)
    device.set { $0.faultsPerWrite = 0 }
    try play(chain, for: 2, reported: &reported)
    let counts = reported.events.map { if case .deviceFaults(let count) = $0 { count } else { 0 } }
    #expect(counts.reduce(0, +) >= 150 && counts.reduce(0, +) <= 153)
    #expect(counts.count >= 5 && counts.count <= 7 && !counts.contains(0))
    #expect(reported.isSlow)
    chain.close()
  }

  @Test("a file that cannot be created is an error, without a fallback to silence")
  func files() throws {
    let chain = OutputChain(
      spec: .wav(path: "/dev/null/x.wav"), fallsBackToSilence: true, interruption: interruption)
    chain.prepare()
    #expect(throws: TuneError.self) { try chain.open(stereo44) }
    #expect(!chain.isPaced)
  }
}

@Suite("A real sound device that comes and goes", .timeLimit(.minutes(1 * TestTime.waitScale)), .serialized)
struct RealDeviceTests {
  private static let tone = Signal.tones([1000], amplitude: 0.5).samples(frames: 44100, rate: 44100, channels: 2)
  /// Blocks of 100 ms. Ten of them are one second of a tone, which repeats without a seam.
  private static let blocks = (0..<10).map {
    PCMBlock(format: stereo44, samples: Array(tone[$0 * 8820..<($0 + 1) * 8820]))
  }

  private final class Player {
    let chain: OutputChain
    private(set) var events: [SoundEvent] = []
    private var next = 0

    init(_ device: String) throws {
      chain = OutputChain(spec: .alsa(device: device), fallsBackToSilence: true, interruption: OutputInterruption())
      chain.prepare()
      try chain.open(stereo44)
    }

    /// Plays until `condition` holds, for at most 20 s. Returns whether it held.
    func play(until condition: () -> Bool) throws -> Bool {
      let deadline = ContinuousClock.now.advanced(by: TestTime.seconds(20))
      while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        _ = try chain.tend()
        try chain.write(blocks[next % 10])
        next += 1
        if let event = chain.takeNotice() { events.append(event) }
      }
      return true
    }

    /// Plays for `duration`.
    func play(for duration: Duration) throws {
      let end = ContinuousClock.now.advanced(by: duration)
      #expect(try play { ContinuousClock.now >= end })
    }

    var isLost: Bool { if case .outputLost = events.last { true } else { false } }
    var isBack: Bool { if case .outputBack = events.last { true } else { false } }
  }

  @Test(
    "a device that is gone or keeps failing is heard again when it is back, and costs little time until then",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"),
    arguments: [ALSADouble.Fault.gone, .underruns])
  func back(fault: ALSADouble.Fault) throws {
    let device = try ALSADouble(isPatient: true)
    try device.registerHere()
    let player = try Player(device.name)
    #expect(try player.play { device.heardSeconds > 1 })
    device.set(fault)
    let share = try ProcessorTime.share {
      #expect(try player.play { player.isLost })
      try player.play(for: .seconds(2.5))
    }
    #expect(share < 0.2, "\(share)")
    #expect(player.events.count == 1, "\(player.events)")
    device.set(.none)
    #expect(try player.play { player.isBack })
    try player.play(for: .seconds(1.5))
    player.chain.drop()
    player.chain.close()
    let meter = ToneMeter(device.heard, rate: 44100, channels: 2)
    #expect(meter.gaps(shortest: 0.5).count == 1)
    #expect(meter.tones().suffix(9).dropLast().allSatisfy { abs($0 - 1000) < 1 }, "\(meter.tones())")
  }

  @Test(
    "a sound server that is killed and started again 3 s later is heard again",
    .enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"))
  func server() throws {
    let scratch = try Scratch()
    let socket = scratch.path("socket")
    try ALSAConfiguration.add(PulseServer.alsaDefinitions(of: ["returning": socket]))
    let first = try PulseServer(socketPath: socket)
    let player = try Player("returning")
    try player.play(for: .seconds(1))
    first.stop()
    let share = try ProcessorTime.share { try player.play(for: .seconds(3)) }
    #expect(share < 0.2, "\(share)")
    #expect(player.isLost && player.chain.isSilent)
    let second = try PulseServer(socketPath: socket)
    let recorder = try second.record()
    #expect(try player.play { player.isBack })
    try player.play(for: .seconds(2))
    player.chain.close()
    let tones = ToneMeter(recorder.output, rate: second.sampleRate, channels: 2).tones()
    #expect(tones.count { abs($0 - 1000) < 1 } > 10, "\(tones)")
    #expect(player.events.count == 2)
    second.stop()
  }

  @Test(
    "a device that hangs is left within 2 s, with at most one more thread until it answers",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func hanging() throws {
    let device = try ALSADouble()
    try device.registerHere()
    device.set(.hanging)
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    let player = try Player(device.name)
    try player.play(for: .seconds(1.5))
    #expect(player.isLost)
    let start = ContinuousClock.now
    player.chain.close()
    #expect(start.duration(to: .now) < .seconds(2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count <= before + 1)
    device.set(.none)
    #expect(ProcessRunner.eventually { device.count(of: "close") == 1 })
    #expect(
      ProcessRunner.eventually {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? .max <= before
      })
  }

  @Test(
    "a stop does not wait for a device that hangs in opening",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func stopWhileOpening() throws {
    let device = try ALSADouble()
    try device.registerHere()
    device.set(.hanging)
    let interruption = OutputInterruption()
    let chain = OutputChain(spec: .alsa(device: device.name), fallsBackToSilence: false, interruption: interruption)
    chain.prepare()
    #expect(ProcessRunner.eventually { device.count(of: "hang") > 0 })
    interruption.request()
    let start = ContinuousClock.now
    #expect(throws: TuneError.self) { try chain.open(stereo44) }
    chain.close()
    #expect(start.duration(to: .now) < .seconds(1))
    device.set(.none)
    #expect(ProcessRunner.eventually { device.count(of: "close") == 1 })
  }

  @Test(
    "a device that hangs while it plays is lost after about 11 s, and heard again when it answers",
    .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"))
  func hangingInPlay() throws {
    let device = try ALSADouble()
    try device.registerHere()
    let player = try Player(device.name)
    #expect(try player.play { device.heardSeconds > 0.5 })
    device.set(.hanging)
    let start = ContinuousClock.now
    #expect(try player.play { player.isLost })
    #expect(start.duration(to: .now) < .seconds(14))
    let name = device.name
    #expect(
      player.events == [
        .outputLost("playing silently: lost the sound device '\(name)' (it does not answer); trying it again")
      ])
    device.set(.none)
    #expect(try player.play { player.isBack })
    player.chain.close()
    #expect(ProcessRunner.eventually { device.count(of: "close") == 2 })
  }
}
