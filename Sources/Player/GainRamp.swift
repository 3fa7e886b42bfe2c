public import AudioCore

/// Applies a gain to blocks of sound without audible clicks: the gain moves linearly to its target within 20 ms. Used
/// on the playback thread.
///
/// A start is a ramp from 0, a stop is a ramp to 0. At a constant gain of 1, samples pass unchanged, except that those
/// beyond full scale are clipped to −1…1.
public struct GainRamp: Sendable {
  /// Duration of a ramp from 0 to 1; a smaller change takes less.
  public static let fullSweep: Duration = .milliseconds(20)

  /// The gain of the last frame so far.
  public private(set) var gain: Float

  /// Creates a ramp at `gain`: 0 fades the first block in, 1 leaves it unchanged.
  public init(gain: Float = 0) { self.gain = gain }

  /// Multiplies the block's samples by the gain, which moves towards `target` (0…1) at the rate of 0 to 1 in `sweep`.
  public mutating func apply(to block: inout PCMBlock, target: Float, sweep: Duration = fullSweep) {
    let channels = block.format.channels
    guard channels > 0, block.format.sampleRate > 0 else { return }
    let sweepFrames = Float(sweep / .seconds(1)) * Float(block.format.sampleRate)
    let step = 1 / max(1, sweepFrames)
    let frames = block.frameCount
    let rampFrames = min(frames, Int((abs(target - gain) / step).rounded(.up)))
    let direction: Float = target > gain ? step : -step
    var current = gain
    block.samples.withUnsafeMutableBufferPointer { samples in
      for frame in 0..<rampFrames {
        current += direction
        if direction > 0 ? current > target : current < target { current = target }
        for channel in 0..<channels {
          samples[frame * channels + channel] = Self.clip(samples[frame * channels + channel] * current)
        }
      }
      if rampFrames < frames { current = target }
      let rest = (rampFrames * channels)..<samples.count
      if current == 1 {
        for index in rest { samples[index] = Self.clip(samples[index]) }
      } else {
        for index in rest { samples[index] = Self.clip(samples[index] * current) }
      }
    }
    gain = current
  }

  private static func clip(_ sample: Float) -> Float {
    let low = sample > -1 ? sample : -1
    return low < 1 ? low : 1
  }
}
