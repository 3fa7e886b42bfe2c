import AudioCore
import Glibc
import Player
import TestSupport
import Testing

@Suite struct DriftControlTests {
  static let week = 7 * 86400.0

  @Test(
    "a sender faster or slower than the card neither fills nor empties the buffer in a week",
    arguments: [(-500, 4), (-200, 4), (-50, 4), (50, 4), (200, 4), (500, 4), (-200, 1), (200, 1)] as [(Double, Double)])
  func week(drift: Double, burst: Double) {
    let outcome = DriftingStation(drift: drift, burst: burst).run(seconds: Self.week, seed: 3)
    if Self.isReporting { print("drift \(drift) burst \(burst):", outcome) }
    // With only 1 s of buffered sound, delays of the network empty the buffer, whatever the clocks do.
    #expect(outcome.underruns <= (burst < 4 ? 7 : 0) && outcome.overflows == 0)
    #expect(outcome.maximumCorrection <= DriftControl.maximum)
    #expect(outcome.largestStep < 0.00003)
    #expect(outcome.signChanges <= 7)
    // Little more sound is buffered than at the start, so the listener's delay does not grow much.
    #expect(outcome.levels.most < max(burst, 2) + 4)
  }

  @Test("without the correction, the same stations empty or fill the buffer", arguments: [-200, 200] as [Double])
  func uncorrected(drift: Double) {
    let outcome = DriftingStation(drift: drift, isCorrected: false).run(seconds: Self.week, seed: 3)
    #expect(outcome.underruns + outcome.overflows > 7)
  }

  @Test(
    "a station whose clock equals the card's is never corrected",
    arguments: [
      DriftingStation(burst: 4), DriftingStation(burst: 10),
      DriftingStation(burst: 1, isPacedByUs: true), DriftingStation(burst: 20),
    ])
  func untouched(station: DriftingStation) {
    let outcome = station.run(seconds: Self.week, seed: 5)
    if Self.isReporting { print(station, outcome) }
    #expect(outcome.maximumCorrection == 0)
    #expect(outcome.underruns == 0)
  }

  @Test("a jump of the level that clocks cannot explain causes no correction", arguments: [-3, 3] as [Double])
  func steps(step: Double) {
    var control = DriftControl()
    let start = ContinuousClock.now
    let corrections = (0..<7200).map { second in
      control.correction(buffered: 6 + (second > 2000 ? step : 0), at: start + .seconds(second))
    }
    #expect(corrections.allSatisfy { $0 == 0 })
  }

  /// A control after an hour in which the level moved away from 6 s by `rate` seconds a second.
  private func control(drifting rate: Double, start: ContinuousClock.Instant) -> DriftControl {
    var control = DriftControl()
    for second in 0..<3600 {
      _ = control.correction(buffered: 6 + rate * Double(second), at: start + .seconds(second))
    }
    return control
  }

  @Test("after a restart or a pause of 20 s, the control accepts the current level", arguments: ["restart", "pause"])
  func restart(way: String) {
    let start = ContinuousClock.now
    var control = control(drifting: 0.0008, start: start)
    #expect(control.correction(buffered: 9, at: start + .seconds(3600)) > 0.0005)
    if way == "restart" { control.restart() }
    let corrections = ((way == "restart" ? 3601 : 3620)..<7200).map { second in
      control.correction(buffered: 9, at: start + .seconds(second))
    }
    #expect(corrections.allSatisfy { $0 == 0 })
  }

  @Test("an invalid level, or a clock that goes back, does no harm")
  func nonsense() {
    let start = ContinuousClock.now
    var control = control(drifting: -0.0008, start: start)
    for (number, level) in [Double.nan, .infinity, -.infinity, -1e300, 1e300].enumerated() {
      for second in 0..<200 {
        let time = start + .seconds(3600 + 200 * number + second)
        #expect(abs(control.correction(buffered: level, at: time)) <= DriftControl.maximum)
      }
    }
    #expect(control.correction(buffered: 6, at: start) == 0)
  }

  /// True when the tests print their measurements for a report.
  static let isReporting = getenv("DRIFT_REPORT") != nil
}

@Suite struct DriftResamplerTests {
  /// A sample of a sine, which has a different phase in every channel.
  private func tone(_ frequency: Double, format: AudioFormat, at position: Double, channel: Int) -> Double {
    0.9 * sin(2 * .pi * (frequency * position / Double(format.sampleRate) + Double(channel) / 7))
  }

  private func tone(_ frequency: Double, format: AudioFormat, frames: Range<Int>) -> PCMBlock {
    var samples: [Float] = []
    for frame in frames {
      for channel in 0..<format.channels {
        samples.append(Float(tone(frequency, format: format, at: Double(frame), channel: channel)))
      }
    }
    return PCMBlock(format: format, samples: samples)
  }

  @Test(
    "the error of a resampled tone is 90 dB below the tone, with blocks of any size",
    arguments: [1000.0, 15000, 19000], [0.001, -0.001, 0.0002, -0.00003])
  func distortion(frequency: Double, correction: Double) {
    var random = SeededRandom(seed: 1)
    var resampler = DriftResampler(format: stereo44)
    var position = 0.0
    var (wrong, right) = (0.0, 0.0)
    var frame = 0
    while frame < 100_000 {
      let size = Int.random(in: 0...(random.unit() < 0.5 ? 40 : 6000), using: &random)
      let output = resampler.process(
        tone(frequency, format: stereo44, frames: frame..<(frame + size)), correction: correction)
      frame += size
      for index in 0..<output.frameCount {
        if position > 40 {  // before that, the filter includes the silence before the start
          for channel in 0..<2 {
            let ideal = tone(frequency, format: stereo44, at: position, channel: channel)
            let error = Double(output.samples[2 * index + channel]) - ideal
            wrong += error * error
            right += ideal * ideal
          }
        }
        position += 1 + correction
      }
      #expect(abs(Double(frame - resampler.heldFrames) - position) < 1.01)
    }
    let decibels = 10 * log10(wrong / right)
    if DriftControlTests.isReporting { print("THD+N \(frequency) Hz at \(correction): \(decibels) dB") }
    #expect(decibels < -90)
  }

  @Test("until the first correction, the output is the same array as the input")
  func passthrough() {
    var resampler = DriftResampler(format: stereo44)
    for size in [1, 0, 4000, 7, 31, 32, 33, 2000] {
      let block = noise(frames: size, seed: UInt64(size))
      let output = resampler.process(block, correction: 0)
      #expect(output == block)
      #expect(block.samples.withUnsafeBytes(\.baseAddress) == output.samples.withUnsafeBytes(\.baseAddress))
      #expect(resampler.heldFrames == 0)
    }
  }

  @Test(
    "the start and the end of a correction make no click and lose no sound", arguments: [0.001, -0.0007],
    [1, 100, 4410])
  func inAndOut(correction: Double, size: Int) {
    let frequency = 997.0
    let count = 200_000 / size
    var resampler = DriftResampler(format: stereo44)
    var heard: [Float] = []
    var maximumHeld = 0
    for number in 0..<count {
      let isOn = (count / 8..<count / 2) ~= number
      let block = tone(frequency, format: stereo44, frames: (number * size)..<((number + 1) * size))
      let output = resampler.process(block, correction: isOn ? correction : 0)
      maximumHeld = max(maximumHeld, resampler.heldFrames)
      heard += (0..<output.frameCount).map { output.samples[2 * $0] }
      if number < count / 8 { #expect(output == block) }
      if number > count * 7 / 8 { #expect(output == block) }
    }
    #expect((32...33).contains(maximumHeld) || size < 32 && maximumHeld > 0 && maximumHeld <= 33)
    #expect(resampler.heldFrames == 0)
    // The sound is as many frames shorter or longer as the correction makes it.
    let expected = Double(count * size) - Double((count / 2 - count / 8) * size) * correction / (1 + correction)
    #expect(abs(Double(heard.count) - expected) < 2)
    // A sine's second difference is bounded; a click is beyond it.
    let step = 2 * Double.pi * frequency / 44100 * 1.001
    var bend: Float = 0
    for index in 2..<heard.count {
      let difference = heard[index] - 2 * heard[index - 1] + heard[index - 2]
      bend = max(bend, abs(difference))
    }
    #expect(Double(bend) < 0.9 * step * step * 1.01)
  }

  @Test("blocks of any size give the same sound", arguments: [1, 31, 33, 1152])
  func anySplit(size: Int) {
    let whole = noise(frames: 6000)
    func resampled(_ size: Int) -> [Float] {
      var resampler = DriftResampler(format: stereo44)
      let blocks = pieces(of: whole, frames: size).map { resampler.process($0, correction: -0.0004).samples }
      return blocks.flatMap { $0 } + (resampler.finish()?.samples ?? [])
    }
    #expect(resampled(size) == resampled(6000))
    #expect(abs(resampled(size).count / 2 - 6002) <= 1)
  }

  @Test("finish returns the frames that are still held")
  func finish() {
    var resampler = DriftResampler(format: stereo44)
    #expect(resampler.finish() == nil)
    let first = resampler.process(tone(441, format: stereo44, frames: 0..<4410), correction: 0.0005)
    #expect(resampler.heldFrames == 32)
    let rest = resampler.finish()
    #expect(rest?.frameCount == 32)
    #expect(first.frameCount == 4410 - 32 - 2)
    #expect(resampler.finish() == nil && resampler.heldFrames == 0)
  }

  @Test("any number of channels is resampled, each channel separately", arguments: 1...8)
  func channels(count: Int) {
    let format = AudioFormat(sampleRate: 48000, channels: count)
    var resampler = DriftResampler(format: format)
    let output = resampler.process(tone(3000, format: format, frames: 0..<5000), correction: 0.0003)
    var largest = 0.0
    for frame in 40..<output.frameCount {
      for channel in 0..<count {
        let ideal = tone(3000, format: format, at: Double(frame) * 1.0003, channel: channel)
        largest = max(largest, abs(Double(output.samples[frame * count + channel]) - ideal))
      }
    }
    #expect(largest < 0.0001 && output.frameCount > 4900)
  }

  @Test(
    "a sample that is not finite does no harm, a correction of 7 is limited, and one that is not finite is none",
    arguments: [Float.nan, .infinity])
  func notANumber(sample: Float) {
    var resampler = DriftResampler(format: stereo44)
    var block = steady(0.5, frames: 1000)
    block.samples[1001] = sample
    _ = resampler.process(block, correction: 0)
    #expect(resampler.process(block, correction: 0.001).samples.allSatisfy { abs($0) < 1 })
    #expect(resampler.process(steady(0.5, frames: 1000), correction: 7).samples.allSatisfy { abs($0 - 0.5) < 0.2 })
    var untouched = DriftResampler(format: stereo44)
    let whole = steady(0.5, frames: 100)
    #expect(untouched.process(whole, correction: .nan) == whole)
    #expect(untouched.process(whole, correction: .infinity) == whole)
    #expect(untouched.process(steady(0.5, frames: 10, format: mono48), correction: 0.001).format == mono48)
  }
}
