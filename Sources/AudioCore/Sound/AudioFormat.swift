/// How PCM samples are to be read: rate and channel count. Samples are always 32-bit float, interleaved, full scale −1…1.
public struct AudioFormat: Sendable, Hashable {
  /// Frames a second, in hertz.
  public var sampleRate: Int
  /// Samples in one frame: 1 is mono, 2 is stereo (left, right).
  public var channels: Int

  /// A format of `sampleRate` hertz and `channels` channels.
  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// How long `frames` frames sound.
  public func duration(ofFrames frames: Int) -> Duration {
    guard sampleRate > 0 else { return .zero }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / sampleRate)
  }

  /// Rate and channels in words: `44.1 kHz stereo`.
  public var displayName: String {
    let (kilohertz, rest) = max(sampleRate, 0).quotientAndRemainder(dividingBy: 1000)
    var decimals = String(1000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    let rate = decimals.isEmpty ? "\(kilohertz)" : "\(kilohertz).\(decimals)"
    return "\(rate) kHz \(channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels")"
  }
}
