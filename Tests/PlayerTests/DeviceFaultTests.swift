import AudioCore
import Foundation
import Glibc
import Player
import TestSupport
import Testing

@Suite("A sound device with faults", .enabled(if: ALSADouble.isAvailable, "needs cc and libasound2-dev"), .serialized)
struct DeviceFaultTests {
  private let device: ALSADouble

  init() throws {
    device = try ALSADouble(isPatient: true)
    try device.registerHere()
  }

  /// Writes noise repeatedly until a write fails or `condition` holds, for at most 20 s. Returns whether it held.
  private func play(to output: any AudioOutput, until condition: () -> Bool) throws -> Bool {
    let blocks = pieces(of: noise(frames: 44100), frames: 1152)
    let deadline = ContinuousClock.now.advanced(by: TestTime.seconds(20))
    while ContinuousClock.now < deadline && !output.interruption.isRequested {
      for block in blocks {
        if condition() { return true }
        try output.write(block)
      }
    }
    return condition()
  }

  /// An output to the device that has already played for 0.6 s.
  private func playing(clock: TestClock = TestClock()) throws -> ALSAOutput {
    let output = ALSAOutput(device: device.name, clock: clock)
    try output.open(stereo44)
    #expect(try play(to: output) { device.heardSeconds > 0.6 })
    return output
  }

  /// A fault that passes: how often it occurs, how many recoveries are counted, and how often the device is prepared
  /// again.
  struct Passing: Sendable, CustomTestStringConvertible {
    var fault: ALSADouble.Fault
    var times: Int
    var recoveries: Int
    var prepares: Int
    var testDescription: String { "\(fault) × \(times)" }
  }

  @Test(
    "underruns, errors and suspends that pass are counted, and playback continues",
    .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [
      Passing(fault: .underruns, times: 1, recoveries: 1, prepares: 1),
      Passing(fault: .underruns, times: 4, recoveries: 4, prepares: 4),
      Passing(fault: .errors, times: 3, recoveries: 3, prepares: 3),
      // The write fails, two attempts to resume fail, and the third succeeds.
      Passing(fault: .suspended, times: 3, recoveries: 1, prepares: 0),
      // The write fails, five attempts to resume fail, and the device is prepared again.
      Passing(fault: .suspended, times: 6, recoveries: 1, prepares: 1),
    ])
  func passing(fault: Passing) throws {
    let output = try playing()
    let prepares = device.count(of: "prepare")
    device.set(fault.fault, times: fault.times)
    #expect(try play(to: output) { device.isSpent })
    let heard = device.heardSeconds
    #expect(try play(to: output) { device.heardSeconds > heard + 1 })
    #expect(output.recoveries == fault.recoveries)
    #expect(device.count(of: "prepare") - prepares == fault.prepares)
    output.close()
  }

  @Test("an underrun in an announced pause is not a fault, however short the pause, and the next underrun is one")
  func announcedPause() throws {
    let output = try playing()
    output.expectSilence()
    for recoveries in 0...1 {
      device.set(.underruns, times: 1)
      #expect(try play(to: output) { device.isSpent })
      let heard = device.heardSeconds
      #expect(try play(to: output) { device.heardSeconds > heard + 0.5 })
      #expect(output.recoveries == recoveries)
    }
    output.close()
  }

  @Test("a device whose sound is heard later gets the next while its buffer is half full")
  func remote() throws {
    device.set(.remote)
    let output = try playing()
    let later = output.delayFrames - output.queuedFrames
    #expect(abs(later - 3528) < 441, "80 ms: \(later)")
    var fills: [Int] = []
    for block in pieces(of: noise(frames: 2 * 44100), frames: 2205) {
      while !output.awaitSpace(forFrames: 2205) {}
      fills.append(output.queuedFrames)
      try output.write(block)
    }
    let median = fills.sorted()[fills.count / 2]
    #expect(median > 44100 / 33, "of 0.1 s that it holds: \(fills)")
    output.close()
  }

  @Test(
    "a fault that does not pass ends playback soon, with its reason and little processor time",
    .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [
      (ALSADouble.Fault.underruns, "it fails again and again"), (.errors, "it fails again and again"),
      (.suspended, "it took no sound for 10 s"), (.gone, "the device is gone"), (.refused, "Input/output error"),
    ])
  func lasting(fault: ALSADouble.Fault, reason: String) throws {
    let output = try playing(clock: TestClock(speed: 4))
    device.set(fault)
    let start = ContinuousClock.now
    var error: TuneError?
    let used = ProcessorTime.seconds
    do {
      _ = try play(to: output) { false }
    } catch let caught as TuneError { error = caught }
    output.close()
    #expect(error == .output(device: device.name, reason: reason))
    #expect(start.duration(to: .now) < .seconds(5))
    #expect(ProcessorTime.seconds - used < 0.4)
    #expect(output.recoveries <= 5)
  }

  @Test(
    "a device that takes no sound for 10 s is lost, and waiting for it takes little processor time",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func stuck() throws {
    let output = try playing(clock: TestClock(speed: 4))
    device.set(.stuck)
    let start = ContinuousClock.now
    let share = ProcessorTime.share {
      #expect(throws: TuneError.output(device: device.name, reason: "it took no sound for 10 s")) {
        _ = try play(to: output) { false }
      }
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    #expect(seconds > 2 && seconds < 4, "10 s of a clock that runs four times as fast")
    #expect(share < 0.2)
    #expect(output.suspended == .zero, "being kept waiting is not sleeping")
    output.close()
  }

  @Test(
    "a stop is quick while the device takes no sound or is suspended", .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [ALSADouble.Fault.stuck, .suspended])
  func stopWhileStuck(fault: ALSADouble.Fault) throws {
    let output = try playing()
    device.set(fault)
    let interruption = output.interruption
    Thread {
      usleep(800_000)
      interruption.request()
    }.start()
    let start = ContinuousClock.now
    #expect(try !play(to: output) { false })
    output.drain()
    output.close()
    #expect(start.duration(to: .now) < .seconds(2.5))
  }

  @Test("close leaves a device whose calls do not return to its thread", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func hanging() throws {
    let name = device.name
    let interruption = OutputInterruption()
    let output = ThreadedOutput(name: name, interruption: interruption) {
      ALSAOutput(device: name, interruption: interruption)
    }
    try output.open(stereo44)
    #expect(try play(to: output) { device.heardSeconds > 0.6 })
    device.set(.hanging)
    let start = ContinuousClock.now
    output.drop()
    output.close()
    #expect(start.duration(to: .now) < .seconds(2.5))
    device.set(.none)
    #expect(ProcessRunner.eventually { device.count(of: "close") == 1 }, "it is closed when it can be")
  }

  @Test(
    "drain plays all sound of a device that has played less than it reports",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func hasty() throws {
    device.set(.hasty)
    let sound = noise(frames: 44100)
    let output = ALSAOutput(device: device.name)
    for block in pieces(of: sound, frames: 1152) { try output.write(block) }
    output.drain()
    output.close()
    let heard = int16s(device.heard).drop { $0 == 0 }
    let written = sound.samples.map(PCM16.sample).drop { $0 == 0 }
    let isWhole = zip(heard, written).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    #expect(isWhole && heard.count >= written.count, "\(heard.count) heard of \(written.count)")
    #expect(device.count(of: "drain") == 1)
  }

  @Test("a suspend of 20 s while the output waits for the device is noticed, and is not the device's fault")
  func suspended() throws {
    let clock = TestClock()
    let output = try playing(clock: clock)
    Thread {
      usleep(300_000)
      clock.skip(seconds: 20)
    }.start()
    #expect(try play(to: output) { output.suspended > .zero })
    #expect(output.suspended > .seconds(18) && output.suspended < .seconds(21))
    #expect(output.recoveries == 0)
    output.close()
  }

  @Test(
    "a device that cannot be opened is an error that says why", .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [
      (ALSADouble.Fault.busy, "another program is using it"), (.refused, "no sound server is running"),
      (.gone, "no such device; 'radiod devices' lists the devices"),
    ])
  func cannotOpen(fault: ALSADouble.Fault, reason: String) throws {
    device.set(fault)
    let output = ALSAOutput(device: device.name)
    #expect(throws: TuneError.output(device: device.name, reason: reason)) { try output.open(stereo44) }
    device.set(.none)
    try output.open(stereo44)
    output.close()
  }

  @Test(
    "a device that forces another rate plays at the right pitch", .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [(44100, 48000), (48000, 44100), (22050, 48000)])
  func otherRate(sent: Int, forced: Int) throws {
    let device = try ALSADouble(rate: forced, isPatient: true)
    try device.registerHere()
    let format = AudioFormat(sampleRate: sent, channels: 2)
    let tone = Signal.tones([1000], amplitude: 0.5).samples(frames: 6 * sent / 5, rate: sent, channels: 2)
    let output = ALSAOutput(device: device.name)
    try output.open(format)
    for block in pieces(of: PCMBlock(format: format, samples: tone), frames: 1152) { try output.write(block) }
    output.drain()
    output.close()
    let meter = ToneMeter(device.heard, rate: forced, channels: 2)
    let tones = meter.tones().filter { $0 > 0 }
    #expect(tones.count >= 11 && tones.count <= 14)
    #expect(tones.dropFirst().dropLast().allSatisfy { abs($0 - 1000) < 1 }, "\(tones)")
    #expect(meter.gaps(shortest: 0.005).isEmpty)
  }
}
