/// The format of PCM samples: sample rate and channel count. Samples are always interleaved 32-bit floats with a full
/// scale of −1…1.
public struct AudioFormat: Sendable, Hashable {
  /// Sample rate in hertz, that is frames per second.
  public var sampleRate: Int
  /// Samples in one frame: 1 is mono, 2 is stereo (left, right).
  public var channels: Int

  /// A format of `sampleRate` hertz and `channels` channels.
  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// Returns the duration of `frames` frames; zero when the sample rate is not positive.
  public func duration(ofFrames frames: Int) -> Duration {
    guard sampleRate > 0 else { return .zero }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / sampleRate)
  }

  /// The sample rate and channels as text, such as `44.1 kHz stereo`.
  public var displayName: String {
    let (kilohertz, rest) = max(sampleRate, 0).quotientAndRemainder(dividingBy: 1000)
    var decimals = String(1000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    let rate = decimals.isEmpty ? "\(kilohertz)" : "\(kilohertz).\(decimals)"
    return "\(rate) kHz \(channelText)"
  }

  /// The channels as text: `mono`, `stereo` or `6 channels`.
  public var channelText: String { channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels" }
}
