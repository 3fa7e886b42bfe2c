import AudioCore
import Glibc
import Player
import TestSupport
import Testing

/// Tests of a device whose name stands for a sound server. The server gives back sound that was not heard yet.
@Suite(
  .enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"), .serialized,
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PulseOutputTests {
  /// Writes `block` as the radio does, in pieces of 0.1 s, as fast as the server takes them.
  private func fill(_ output: any AudioOutput, with block: PCMBlock) throws {
    for piece in pieces(of: block, frames: 4410) { try output.write(piece) }
  }

  /// Waits until `output` has played all but `frames` of the written frames.
  private func waitUntil(_ output: any AudioOutput, holdsAtMost frames: Int) -> Bool {
    ProcessRunner.eventually {
      output.refreshDelay()
      return output.delayFrames <= frames
    }
  }

  /// The sound that is heard while `play` uses the open output, until silence: 16-bit stereo.
  private func heard(while play: (any AudioOutput) throws -> Void) throws -> [UInt8] {
    let recorder = try SoundServers.shared().record()
    let output = SoundDevice.output()
    try output.open(stereo44)
    try play(output)
    output.close()
    #expect(ProcessRunner.eventually { recorder.output.suffix(8820 * 4).allSatisfy { $0 == 0 } })
    recorder.terminate()
    return recorder.output
  }

  /// The left channel of the sound that is heard while `play` uses the open output, until silence.
  private func recording(of play: (any AudioOutput) throws -> Void) throws -> [Int16] {
    let samples = int16s(try heard(while: play))
    return stride(from: 0, to: samples.count - 1, by: 2).map { samples[$0] }
  }

  @Test("the server takes 1 s of sound at once, and the delay is the sound that is not heard yet")
  func delay() throws {
    _ = try SoundServers.shared()
    let output = SoundDevice.output()
    try output.open(stereo44)
    #expect(output.takesBack && output.delayFrames == 0)
    let start = ContinuousClock.now
    try fill(output, with: noise(frames: 44100))
    #expect(start.duration(to: .now) < .milliseconds(500), "it is taken at once")
    #expect(output.delayFrames > 22050 && output.delayFrames <= 44100)
    try fill(output, with: noise(frames: 2 * 44100))
    let took = start.duration(to: .now)
    #expect(took > .milliseconds(1700) && took < .milliseconds(3500), "then it takes what it plays: \(took)")
    #expect(output.recoveries == 0)
    #expect(waitUntil(output, holdsAtMost: 4410))
    output.close()
  }

  @Test("an underrun in an announced pause is not a fault, whenever the server reports it; one without is")
  func pause() throws {
    let recorder = try SoundServers.shared().record()
    let output = SoundDevice.output()
    try output.open(stereo44)
    func playUntilSilence() throws {
      let heard = recorder.output.count
      try fill(output, with: noise(frames: 22050))
      // Nothing is read from the server meanwhile.
      let isSilent = ProcessRunner.eventually {
        let new = recorder.output.dropFirst(heard)
        return new.contains { $0 != 0 } && new.suffix(4 * 8820).allSatisfy { $0 == 0 }
      }
      #expect(isSilent)
    }
    try playUntilSilence()
    #expect(output.recoveries == 0)
    output.expectSilence()
    try playUntilSilence()
    #expect(output.recoveries == 0)
    try fill(output, with: noise(frames: 22050))
    #expect(output.recoveries == 1)
    output.close()
    recorder.terminate()
  }

  @Test("sound that was taken back is not heard, and its replacement follows without a gap")
  func takenBack() throws {
    var count = 0
    let left = try recording { output in
      // A steady level shows where it ends.
      try fill(output, with: steady(0.25, frames: 44100))
      #expect(waitUntil(output, holdsAtMost: 30000))
      let before = output.delayFrames
      count = try output.takeBack()
      #expect(count > 20000 && count < before, "\(count) of \(before)")
      #expect(output.delayFrames < 2205, "the rest is heard within 50 ms")
      try output.write(steady(0.5, frames: 4410))
      try output.drain()
    }
    let (low, high) = (Int16(8192), Int16(16384))
    let lows = left.count { abs(Int($0) - Int(low)) < 8 }
    let highs = left.count { abs(Int($0) - Int(high)) < 8 }
    #expect(highs == 4410, "all of it, once: \(highs)")
    #expect(lows < 44100 - count + 441 && lows > 44100 - count - 8820, "\(lows) of \(44100 - count)")
    let first = try #require(left.firstIndex { abs(Int($0) - Int(high)) < 8 })
    #expect(abs(Int(left[first - 1]) - Int(low)) < 8, "no gap before it")
  }

  @Test("sound that was taken back and comes again at another volume follows and ends without a click")
  func quieter() throws {
    var ramp = GainRamp()
    func sound(from first: Int, frames: Int, target: Float) -> PCMBlock {
      let samples = (first..<first + frames).flatMap { (frame: Int) -> [Float] in
        let sample = Float(0.5 * sin(2 * Double.pi * 1000 * Double(frame) / 44100))
        return [sample, sample]
      }
      var block = PCMBlock(format: stereo44, samples: samples)
      ramp.apply(to: &block, target: target)
      return block
    }
    let heard = try heard { output in
      try fill(output, with: sound(from: 0, frames: 44100, target: 1))
      #expect(waitUntil(output, holdsAtMost: 30000))
      let count = try output.takeBack()
      #expect(count > 10000)
      try output.write(sound(from: 44100 - count, frames: 10000, target: 0.25))
      try output.write(sound(from: 54100 - count, frames: 882, target: 0))
      try output.drain()
    }
    // Of a stream that begins, the monitor of a sink loses what the sink had filled with silence in advance.
    let beginning = heard.firstIndex { $0 != 0 } ?? 0
    let clicks = SampleSteps(heard.dropFirst(beginning / 4 * 4 + 8820), frequency: 1000)
    #expect(clicks.all.isEmpty, "\(clicks)")
    let levels = int16s(heard).map { abs(Int($0)) }
    #expect(levels.max() ?? 0 > 16000 && levels.count { $0 > 100 } > 20000, "the tone was heard")
  }

  @Test("sound that was taken back and not replaced is silence")
  func forgotten() throws {
    var count = 0
    let sounding = try recording { output in
      try fill(output, with: steady(0.25, frames: 44100))
      #expect(waitUntil(output, holdsAtMost: 35000))
      let start = ContinuousClock.now
      count = try output.takeBack()
      #expect(count > 10000)
      try output.drain()
      #expect(start.duration(to: .now) < .milliseconds(400), "drained is what was left")
    }.count { $0 != 0 }
    #expect(sounding < 44100 - count + 2205, "\(sounding) of \(44100 - count)")
  }

  @Test("a wait for space ends when a wake-up is requested")
  func wakeUp() throws {
    _ = try SoundServers.shared()
    let wakeUp = OutputInterruption()
    let output = SoundDevice.output(wakeUp: wakeUp)
    try output.open(stereo44)
    try fill(output, with: noise(frames: 44100))
    wakeUp.request()
    let start = ContinuousClock.now
    #expect(try !output.awaitSpace(forFrames: 22050))
    #expect(start.duration(to: .now) < .milliseconds(100))
    wakeUp.reset()
    #expect(ProcessRunner.eventually { (try? output.awaitSpace(forFrames: 11025)) == true })
    output.drop()
    output.close()
  }

  @Test("a sink that the server does not have is an error that says so")
  func noSuchSink() throws {
    let server = try SoundServers.shared()
    try ALSAConfiguration.add(
      "pcm.nosink { type pulse server \"unix:\(server.socketPath)\" device \"nosuchsink\" }\n")
    let output = SoundDevice.output("nosink")
    #expect(throws: TuneError.output(device: "nosink", reason: "the sound server has no such sink")) {
      try output.open(stereo44)
    }
  }
}
