import AudioCore
import Parser
import Player
import Radio
import TestSupport
import Testing

@Suite("Controls while sound is in a device that gives it back", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct TakeBackTests {
  /// A ramp from 0 to 1 takes 20 ms: 882 frames. The rest is what 24 bits make of the sum of the steps.
  private static let largestStep: Float = 1.01 / 882
  private static let queueFrames = 44100

  /// Three seconds of noise between 0.5 and 1, the same on both channels: each sample that is heard shows its gain.
  private let source: [Float]
  private let pipeline = SoundPipeline()
  private let clock = TestClock()
  private let device: TestDevice

  init() {
    var random = SeededRandom(seed: 12)
    source = (0..<3 * 44100).flatMap { (_: Int) -> [Float] in
      let sample = Float(0.5 + random.unit() / 2)
      return [sample, sample]
    }
    device = TestDevice(clock: clock)
    device.set { $0.queueFrames = Self.queueFrames }
  }

  /// Plays the source until the queue of the device is full.
  private func play(_ pipeline: SoundPipeline, wakeUp: OutputInterruption) async throws {
    pipeline.start { [device, clock] in
      OutputChain(
        device: TestDevice.name, fallsBackToSilence: true, interruption: OutputInterruption(), wakeUp: wakeUp,
        clock: clock, make: { device.makeOutput() })
    }
    try await pipeline.buffer.append(SoundPipeline.packets(of: source).map { .packet($0) })
    try #require(ProcessRunner.eventually { device.now.queued == Self.queueFrames })
  }

  /// Lets the device play `frames` frames, and waits until its queue has no space for another write of 0.25 s. Returns
  /// the first frame that it would give back then.
  private func pass(frames: Int) throws -> Int {
    device.set { $0.playedFrames += frames }
    try #require(ProcessRunner.eventually { device.now.queued ?? 0 > Self.queueFrames - 11025 })
    return device.now.playedFrames + TestDevice.keptFrames
  }

  /// Uses a control, and waits until the device has its sound again.
  private func control(_ wakeUp: OutputInterruption, _ change: (VolumeControl) -> Void) throws {
    let (takeBacks, frames) = (device.now.takeBacks, device.now.frames)
    change(pipeline.volume)
    wakeUp.request()
    pipeline.buffer.nudge()
    try #require(ProcessRunner.eventually { device.now.takeBacks > takeBacks && device.now.frames >= frames })
  }

  /// The gain of each frame that the device got, from `first` on, where the source began at frame `beginning`.
  private func gains(from first: Int = 0, beginning: Int = 0) -> [Float] {
    let samples = device.now.samples
    return (first..<samples.count / 2).map { (frame: Int) -> Float in
      samples[2 * frame] / source[2 * (frame - beginning)]
    }
  }

  private func largestStep(_ gains: [Float]) -> Float {
    zip(gains, gains.dropFirst()).reduce(0) { (largest: Float, pair: (Float, Float)) -> Float in
      max(largest, abs(pair.1 - pair.0))
    }
  }

  /// Checks that the sound from frame `first` on goes from its gain before to `target`, and is nowhere louder or quieter
  /// than both.
  private func expectSweep(from first: Int, to target: Float, _ what: Comment) throws {
    let gains = gains(from: first - 1)
    let (low, high) = (min(gains[0], target), max(gains[0], target))
    let (quietest, loudest) = (gains.min() ?? 0, gains.max() ?? 0)
    #expect(quietest >= low - 1e-6 && loudest <= high + 1e-6, "\(what): \(quietest)…\(loudest) in \(low)…\(high)")
    #expect(abs((gains.last ?? -1) - target) < 1e-6, what)
  }

  @Test(
    "a new volume begins at the gain of the sound before it, whether that has reached the last volume or not",
    arguments: [8820, 441])
  func volumes(framesBetween: Int) async throws {
    let wakeUp = OutputInterruption()
    pipeline.volume.volume = 20
    try await play(pipeline, wakeUp: wakeUp)
    for volume in [25, 20, 100, 60, 0, 30] {
      let first = try pass(frames: framesBetween)
      try control(wakeUp) { $0.volume = volume }
      try expectSweep(from: first, to: VolumeControl.gain(volume: volume), "volume \(volume)")
    }
    let step = largestStep(gains())
    #expect(step <= Self.largestStep, "\(step)")
    pipeline.status.requestStop()
    wakeUp.request()
    #expect(pipeline.waitUntilOver())
  }

  @Test(
    "mute and a stop fade out from the volume that is heard, and the next station fades in", arguments: [false, true])
  func stations(isMuted: Bool) async throws {
    let wakeUp = OutputInterruption()
    let gain = VolumeControl.gain(volume: 20)
    pipeline.volume.volume = 20
    try await play(pipeline, wakeUp: wakeUp)
    for mutes in [true, false, true] {
      let first = try pass(frames: 5000)
      try control(wakeUp) { $0.isMuted = mutes }
      try expectSweep(from: first, to: mutes ? 0 : gain, "mute \(mutes)")
    }
    if !isMuted {
      _ = try pass(frames: 5000)
      try control(wakeUp) { $0.isMuted = false }
    }
    let last = try pass(frames: 5000)
    pipeline.status.requestStop()
    wakeUp.request()
    pipeline.buffer.close()
    #expect(pipeline.waitUntilOver())
    #expect(device.now.frames == last + 882, "a fade of 20 ms")
    try expectSweep(from: last, to: 0, "the stop")
    let first = gains()
    #expect(largestStep(first) <= Self.largestStep)

    let next = SoundPipeline()
    next.volume.volume = 20
    let beginning = device.now.frames
    try await play(next, wakeUp: OutputInterruption())
    let second = gains(from: beginning, beginning: beginning)
    #expect(largestStep([first.last ?? 1] + second) <= Self.largestStep)
    #expect(second.max() ?? 1 <= gain + 1e-6)
    next.status.requestStop()
    next.buffer.close()
    #expect(next.waitUntilOver())
  }
}
