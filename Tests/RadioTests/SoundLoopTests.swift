import AudioCore
import Foundation
import Glibc
import Parser
import Player
import Radio
import Synchronization
import TestSupport
import Testing

@Suite(
  "The sound loop", .timeLimit(.minutes(1 * TestTime.waitScale)), .enabled(if: SignalSource.isAvailable, "needs ffmpeg")
)
struct SoundLoopTests {
  private let pipeline = SoundPipeline()
  private let clock = TestClock()
  private let device: TestDevice

  init() { device = TestDevice(clock: clock) }

  private func startToDevice(isNamed: Bool = false) {
    pipeline.start { [device, clock] in
      OutputChain(
        device: TestDevice.name, fallsBackToSilence: !isNamed, interruption: OutputInterruption(), clock: clock,
        make: { device.makeOutput() })
    }
  }

  private func startSilently() {
    pipeline.start { [clock] in
      OutputChain(spec: .silent, fallsBackToSilence: false, interruption: OutputInterruption(), clock: clock)
    }
  }

  private func put(_ packets: [Packet]) async throws {
    // All in one call: between two calls the loop might find the buffer empty, and the sound would fade out and in.
    try await pipeline.buffer.append(packets.map { .packet($0) })
  }

  /// The duration of the suspend that the loop reported; nil for none.
  private var suspend: Duration? {
    for case .suspended(let duration) in pipeline.events { return duration }
    return nil
  }

  // MARK: - Decoding ahead

  /// The number of packets in the buffer at every write to the device, after `seconds` of sound were put in.
  private func packetsAtWrites(keeping seconds: Double) async throws -> [Int] {
    let packets = try SoundPipeline.packets()
    let counts = Mutex<[Int]>([])
    let buffer = pipeline.buffer
    try await put(Array(packets.prefix(Int(seconds / 2 * Double(packets.count)))))
    buffer.finish()
    device.set {
      $0.onWrite = {
        counts.withLock { $0.append(buffer.fill.packets) }
        return .zero
      }
    }
    startToDevice()
    #expect(pipeline.waitUntilOver())
    return counts.withLock { $0 }
  }

  @Test("once a device plays, the loop decodes 1 s at a time and writes it in quarters")
  func decodesAhead() async throws {
    device.set { $0.delayFrames = 22050 }
    let counts = try await packetsAtWrites(keeping: 2)
    #expect(counts.count >= 8, "2 s in quarters")
    #expect(Set(counts).count <= 4, "the buffer held \(counts) packets at the writes")
    #expect(device.now.frames >= 2 * 44100 - 4 * 1152)
    #expect(pipeline.status.decodedAhead == .zero)
  }

  @Test("the sound that was decoded ahead is played before the loop reports rebuffering")
  func aheadIsHeard() async throws {
    let packets = try SoundPipeline.packets()
    startToDevice()
    pipeline.status.isLive = true
    try await put(packets)
    #expect(ProcessRunner.eventually { pipeline.events.contains(.rebuffering) })
    #expect(device.now.frames >= 2 * 44100 - 4 * 1152)
    #expect(pipeline.status.decodedAhead == .zero)
    pipeline.status.requestStop()
    pipeline.buffer.close()
    #expect(pipeline.waitUntilOver())
  }

  // MARK: - Suspends

  @Test("a suspend of 20 s while the loop waits for packets ends a live source, with one event")
  func suspendedBuffering() async throws {
    startSilently()
    pipeline.status.isLive = true
    #expect(ProcessRunner.eventually { clock.looks.load(ordering: .acquiring) > 10 }, "the loop goes round")
    clock.advance(by: .seconds(20))
    #expect(pipeline.waitUntilOver())
    #expect(pipeline.events == [.suspended(suspend ?? .zero)])
    #expect(suspend.map { $0 >= .seconds(20) && $0 < .seconds(21) } == true)
  }

  @Test("a suspend of 20 s while silence is played at the clock's pace ends a live source")
  func suspendedSilent() async throws {
    let packets = try SoundPipeline.packets()
    startSilently()
    pipeline.status.isLive = true
    clock.suspend(by: .seconds(20))
    try await put(packets)
    #expect(pipeline.waitUntilOver())
    #expect(suspend.map { $0 >= .seconds(20) && $0 < .seconds(21) } == true)
    #expect(!pipeline.events.contains(.ended))
  }

  @Test("a suspend of 20 s while the loop waits for the device ends a live source, and drops the queued sound")
  func suspendedDevice() async throws {
    let packets = try SoundPipeline.packets()
    device.set { [clock] in
      $0.onWrite = {
        clock.advance(by: .seconds(20))
        return .seconds(20)
      }
    }
    startToDevice()
    pipeline.status.isLive = true
    try await put(packets)
    #expect(pipeline.waitUntilOver())
    #expect(suspend == .seconds(20))
    #expect(device.now.frames > 0 && device.now.frames < 2 * 44100 / 4)
    #expect(device.now.drops == 1 && device.now.closed == device.now.opened)
    #expect(!pipeline.events.contains(.ended))
  }

  @Test("a device that takes 9 s for each write causes no suspend")
  func keptWaiting() async throws {
    let packets = try SoundPipeline.packets()
    device.set { [clock] in
      $0.onWrite = {
        clock.advance(by: .seconds(9))
        return .zero
      }
    }
    startToDevice()
    pipeline.status.isLive = true
    try await put(packets)
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(suspend == nil && pipeline.events.last == .ended)
  }

  @Test("a recording of a live station continues after a suspend of 20 s, with all its sound")
  func recording() async throws {
    let packets = try SoundPipeline.packets()
    let scratch = try Scratch()
    let path = scratch.path("live.wav")
    pipeline.start { [clock] in
      OutputChain(
        spec: .wav(path: path), fallsBackToSilence: false, interruption: OutputInterruption(), clock: clock)
    }
    pipeline.status.isLive = true
    try await put(Array(packets[..<30]))
    #expect(ProcessRunner.eventually { pipeline.buffer.fill.packets == 0 })
    clock.advance(by: .seconds(20))
    try await put(Array(packets[30...]))
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(suspend == nil && pipeline.events.last == .ended)
    #expect(scratch.read("live.wav").count == 44 + 2 * (try SoundPipeline.decoded(packets).count))
  }

  @Test("a source that is not live continues at the same place after a suspend of 20 s")
  func notLive() async throws {
    let packets = try SoundPipeline.packets()
    startSilently()
    clock.advance(by: .seconds(20))
    clock.suspend(by: .seconds(20))
    try await put(packets)
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(suspend == nil && pipeline.events.last == .ended)
  }

  // MARK: - A late network

  @Test("packets that come while the device still has sound are in time: there is no fade and no rebuffering")
  func lateNetwork() async throws {
    let packets = try SoundPipeline.packets()
    device.set { $0.delayFrames = 10 * 44100 }
    startToDevice()
    try await put(Array(packets[..<30]))
    #expect(ProcessRunner.eventually { pipeline.buffer.fill.packets == 0 && device.now.frames > 0 })
    #expect(ProcessRunner.never(within: .milliseconds(200)) { pipeline.events.contains(.rebuffering) })
    try await put(Array(packets[30...]))
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    #expect(!pipeline.events.contains(.rebuffering) && pipeline.events.last == .ended)
    let (fadeIn, fadeOut) = (882 * 2, 2205 * 2)
    let expected = try SoundPipeline.decoded(packets).dropFirst(fadeIn).dropLast(fadeOut)
    #expect(device.now.samples.dropFirst(fadeIn).dropLast(fadeOut).elementsEqual(expected))
  }

  @Test("a network delay longer than the sound in the device causes rebuffering")
  func tooLate() async throws {
    let packets = try SoundPipeline.packets()
    device.set { $0.delayFrames = 44100 / 4 }
    startToDevice()
    try await put(Array(packets[..<30]))
    #expect(ProcessRunner.eventually { pipeline.events.contains(.rebuffering) })
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
  }

  @Test("a network delay longer than what the device has not taken causes rebuffering, however much is to be heard")
  func tooLateForSink() async throws {
    let packets = try SoundPipeline.packets()
    device.set {
      $0.delayFrames = 10 * 44100
      $0.untakenFrames = 44100 / 4
    }
    startToDevice()
    try await put(Array(packets[..<30]))
    #expect(ProcessRunner.eventually { pipeline.events.contains(.rebuffering) })
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
  }

  @Test("a wait for the network does not delay a stop")
  func stopWhileLate() async throws {
    let packets = try SoundPipeline.packets()
    device.set { $0.delayFrames = 60 * 44100 }
    startToDevice()
    try await put(Array(packets[..<28]))
    let written = 2 * 11025
    #expect(ProcessRunner.eventually { pipeline.buffer.fill.packets == 0 && device.now.frames == written })
    pipeline.status.requestStop()
    pipeline.buffer.close()
    #expect(pipeline.waitUntilOver())
    #expect(device.now.frames == written + 882, "two units, and of what was held a fade")
  }

  // MARK: - Titles

  @Test("the loop reports a title once, however often the station sends it")
  func titles() async throws {
    let packets = try SoundPipeline.packets()
    startSilently()
    for (number, packet) in packets.enumerated() {
      let title = number < 40 ? "A" : "B"
      // The same title with a new address is not a new title.
      try await pipeline.buffer.append(.metadata(StreamMetadata(title: title, url: "http://x/\(number)")))
      try await pipeline.buffer.append(.packet(packet))
    }
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    var titles: [String] = []
    for case .title(let metadata, _, _) in pipeline.events { titles.append(metadata.title) }
    #expect(titles == ["A", "B"])
  }

  // MARK: - The device

  @Test("a device that comes back is reported, and its sound fades in")
  func fadeIn() async throws {
    let packets = try SoundPipeline.packets()
    device.set { [clock] in
      $0.writesPerHandle = 5
      $0.onWrite = {
        clock.advance(by: .milliseconds(250))
        return .zero
      }
    }
    startToDevice()
    for _ in 0..<30 { try await put(packets) }
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    let played = device.now
    #expect(played.handleStarts.count > 1)
    for start in played.handleStarts {
      let first = played.samples[start..<min(start + 2 * 88, played.samples.count)]
      #expect(SoundPipeline.isFadeIn(first), "a fade of 20 ms")
    }
    #expect(pipeline.events.contains(.outputBack("sound goes to the device 'test' now")))
    #expect(pipeline.events.count { if case .outputLost = $0 { true } else { false } } > 1)
  }

  @Test(
    "a stop fades the sound out within its last 20 ms, at any volume, in a straight line and without a step",
    arguments: [100, 60, 20])
  func fadeOut(volume: Int) async throws {
    let packets = try SoundPipeline.packets()
    pipeline.volume.volume = volume
    let (pipeline, device) = (pipeline, device)
    device.set { state in
      state.onWrite = {
        if device.now.frames > 44100 / 2 { pipeline.status.requestStop() }; return .zero
      }
    }
    startToDevice()
    try await put(packets)
    #expect(pipeline.waitUntilOver())
    let heard = device.now.samples
    let decoded = try SoundPipeline.decoded(packets)
    let frames = heard.count / 2
    let fade = 882
    let gain = VolumeControl.gain(volume: volume)
    var worst: Float = 0
    for frame in frames - 2 * fade..<frames {
      let expected = gain * min(1, Float(frames - 1 - frame) / Float(fade))
      worst = max(worst, abs(heard[2 * frame + 1] - expected * decoded[2 * frame + 1]))
    }
    #expect(worst < gain / 500, "a step would be an error of the size of the sound")
    #expect(frames < decoded.count / 2, "it stops before its end")
  }

  @Test("a named device that is missing ends playback, with the reason")
  func namedMissing() async throws {
    let packets = try SoundPipeline.packets()
    device.set { $0.openFault = "it is busy" }
    startToDevice(isNamed: true)
    try await put(packets)
    #expect(pipeline.waitUntilOver())
    #expect(pipeline.events == [.failed(.output(device: "test", reason: "it is busy"))])
  }

  // MARK: - Bits

  @Test("a WAV file contains the decoded sound bit by bit, also for a live stream")
  func bitExact() async throws {
    let packets = try SoundPipeline.packets()
    let scratch = try Scratch()
    let path = scratch.path("x.wav")
    pipeline.status.isLive = true
    pipeline.start {
      OutputChain(spec: .wav(path: path), fallsBackToSilence: false, interruption: OutputInterruption())
    }
    try await put(packets)
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    let expected = try SoundPipeline.decoded(packets).map { PCM16.sample($0) }
    let written = scratch.read("x.wav").dropFirst(44)
    #expect(
      written.elementsEqual(expected.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }))
  }

  @Test("the samples of a file reach the device unchanged, except in the fades")
  func untouched() async throws {
    let packets = try SoundPipeline.packets()
    startToDevice()
    try await put(packets)
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    let expected = try SoundPipeline.decoded(packets)
    let (fadeIn, fadeOut) = (882 * 2, 2205 * 2)  // 20 ms and 50 ms
    let heard = device.now.samples
    #expect(heard.count == expected.count)
    #expect(heard.dropFirst(fadeIn).dropLast(fadeOut).elementsEqual(expected.dropFirst(fadeIn).dropLast(fadeOut)))
  }

  @Test(
    "a live stream that comes too fast is played slightly faster, and a file is not",
    arguments: [(true, true), (false, false)])
  func drift(isLive: Bool, isFaster: Bool) async throws {
    let packets = try SoundPipeline.packets()
    let simulated: Duration = .seconds(30 * 60)
    // 4 s in advance, and from then on 0.2 % more than is played.
    let pipeline = pipeline
    let (orders, order) = AsyncStream.makeStream(of: Int.self)
    let done = DispatchSemaphore(value: 0)
    let feeder = Task {
      var next = 0
      for await count in orders {
        for _ in 0..<count {
          try? await pipeline.buffer.append(.packet(packets[next % packets.count]))
          next += 1
        }
        done.signal()
      }
      return next
    }
    order.yield(Int(4 / 0.0261))
    done.wait()
    let sent = Sent()
    device.set { [clock] in
      $0.keepsSamples = false
      $0.onWrite = {
        clock.advance(by: .milliseconds(250))
        if clock.elapsed > simulated {
          pipeline.buffer.finish()
        } else {
          order.yield(sent.due(after: clock.seconds * 1.002))
          done.wait()
        }
        return .zero
      }
    }
    pipeline.status.isLive = isLive
    startToDevice()
    #expect(ProcessRunner.eventually(within: .seconds(40)) { pipeline.isOver })
    order.finish()
    let framesIn = await feeder.value * 1152
    let ratio = Double(device.now.frames) / Double(framesIn)
    #expect(isFaster ? ratio < 0.9998 && ratio > 0.999 : ratio == 1, "\(ratio)")
    #expect(pipeline.events.last == .ended)
  }

  @Test("each change of codec and rate is reported once, with the format of that codec")
  func codecChange() async throws {
    let format = AudioFormat(sampleRate: 44100, channels: 2)
    let pcm = [
      Packet(
        codec: .pcm, bytes: [UInt8](repeating: 0, count: 44100 * 2), headerFormat: format, frameCount: 22050,
        bitRate: 44100 * 32, isDiscontinuity: true,
        setup: .samples(SampleCoding(kind: .signed, bytes: 2, isBigEndian: false)))
    ]
    let quick = SignalSource.Recording(.tones([1000], amplitude: 0.5), seconds: 1, rate: 48000)
    var parser = StreamParser(source: "test")
    let mp3 = try (parser.feed(SignalSource.shared.bytes(quick, as: .mp3(kilobits: 128))) + parser.finish()).packets
    startSilently()
    try await put(pcm + mp3 + pcm)
    pipeline.buffer.finish()
    #expect(pipeline.waitUntilOver())
    let playing = pipeline.events.compactMap { event in
      if case .playing(let codec, let format) = event { "\(codec) \(format.sampleRate)" } else { nil }
    }
    #expect(playing == ["pcm 44100", "mp3 48000", "pcm 44100"])
  }
}

/// How many packets a sender has sent.
private final class Sent: Sendable {
  private let count = Mutex(0)

  /// Returns the number of packets to send now, when `seconds` of sound are due in total.
  func due(after seconds: Double) -> Int {
    count.withLock { count in
      let total = Int(seconds * 44100 / 1152)
      defer { count = total }
      return total - count
    }
  }
}
