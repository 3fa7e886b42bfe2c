/// The format of PCM samples: sample rate and channel count. Samples are always interleaved 32-bit floats with a full
/// scale of −1…1.
public struct AudioFormat: Sendable, Hashable {
  /// Sample rate in hertz, that is frames per second.
  public var sampleRate: Int
  /// Samples in one frame: 1 is mono, 2 is stereo (left, right).
  public var channels: Int
  /// The speakers of more than two channels: bit n is speaker n of WAVEFORMATEXTENSIBLE, and the channels are in
  /// ascending order of bits. 0 when they are not known, and always for one and two channels.
  public private(set) var channelMask: UInt64

  /// A format of `sampleRate` hertz and `channels` channels. A `channelMask` that does not have one bit for each of
  /// more than two channels counts as 0.
  public init(sampleRate: Int, channels: Int, channelMask: UInt64 = 0) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.channelMask = channels > 2 && channelMask.nonzeroBitCount == channels ? channelMask : 0
  }

  /// Returns the duration of `frames` frames; zero when the sample rate is not positive.
  public func duration(ofFrames frames: Int) -> Duration {
    guard sampleRate > 0 else { return .zero }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / sampleRate)
  }

  /// The sample rate and channels as text, such as `44.1 kHz stereo`.
  public var displayName: String {
    "\(NumberText.plain(Double(max(sampleRate, 0)) / 1000, decimals: 3)) kHz \(channelText)"
  }

  /// The channels as text: `mono`, `stereo` or `6 channels`.
  public var channelText: String { channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels" }
}
