/// Decoded sound: `frameCount` frames, interleaved 32-bit float samples, in one format throughout.
public struct PCMBlock: Sendable, Equatable {
  /// Rate and channels of these samples, as the decoder gave them.
  public var format: AudioFormat
  /// `frameCount × format.channels` samples, interleaved, full scale −1…1 (a decoder may overshoot a little).
  public var samples: [Float]

  /// A block of `samples`, whose count is a multiple of `format.channels`.
  public init(format: AudioFormat, samples: [Float]) {
    self.format = format
    self.samples = samples
  }

  /// Number of frames, that is samples per channel.
  public var frameCount: Int { format.channels > 0 ? samples.count / format.channels : 0 }

  /// How long the block sounds.
  public var duration: Duration { format.duration(ofFrames: frameCount) }

  /// Cuts the block where `duration` of it is over, to the nearest frame. False when it is shorter than that.
  public mutating func cut(to duration: Duration) -> Bool {
    let frames = max(0, Int((duration / .seconds(1) * Double(format.sampleRate)).rounded()))
    guard frameCount >= frames else { return false }
    samples.removeLast((frameCount - frames) * format.channels)
    return true
  }

  /// A block of `frameCount` frames of digital silence.
  public static func silence(_ frameCount: Int, format: AudioFormat) -> PCMBlock {
    PCMBlock(format: format, samples: [Float](repeating: 0, count: frameCount * format.channels))
  }
}
