/// Decoded sound: `frameCount` frames of interleaved 32-bit float samples in a single format.
public struct PCMBlock: Sendable, Equatable {
  /// Sample rate and channels of these samples, as the decoder reported them.
  public var format: AudioFormat
  /// The `frameCount × format.channels` interleaved samples, full scale −1…1. A decoder may overshoot full scale a
  /// little.
  public var samples: [Float]
  /// The number of samples of the source that were NaN or infinite. In `samples` they are 0.
  public var invalidSamples = 0
  /// The channels of the source: more than those of `format` when more than two were mixed down to stereo.
  public var sourceChannels: Int

  /// Creates a block of `samples`, whose count is a multiple of `format.channels`.
  public init(format: AudioFormat, samples: [Float]) {
    self.format = format
    self.samples = samples
    sourceChannels = format.channels
  }

  /// Number of frames, that is samples per channel; 0 without channels.
  public var frameCount: Int { format.channels > 0 ? samples.count / format.channels : 0 }

  /// The duration of the block.
  public var duration: Duration { format.duration(ofFrames: frameCount) }

  /// Shortens the block to `duration`, rounded to the nearest frame. Returns false when the block is shorter than that.
  public mutating func cut(to duration: Duration) -> Bool {
    let frames = max(0, Int((duration / .seconds(1) * Double(format.sampleRate)).rounded()))
    guard frameCount >= frames else { return false }
    samples.removeLast((frameCount - frames) * format.channels)
    return true
  }

  /// Returns the warning that `count` samples of a source are invalid; nil for none.
  public static func warning(invalidSamples count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "1 sample is NaN or infinite and counts as 0" : "\(count) samples are NaN or infinite and count as 0"
  }

  /// Returns a block of `frameCount` frames of digital silence.
  public static func silence(_ frameCount: Int, format: AudioFormat) -> PCMBlock {
    PCMBlock(format: format, samples: [Float](repeating: 0, count: frameCount * format.channels))
  }
}
