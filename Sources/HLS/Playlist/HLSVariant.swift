/// One variant of a stream (`EXT-X-STREAM-INF`).
public struct HLSVariant: Sendable, Equatable {
  /// The address of its media playlist.
  public internal(set) var uri = ""
  /// The peak bit rate, all renditions included, in bit/s.
  public internal(set) var bandwidth: Int
  /// The mean bit rate, in bit/s; nil when the playlist does not say it.
  public internal(set) var averageBandwidth: Int?
  /// The codecs as RFC 6381 names them (`mp4a.40.2`); empty when the playlist does not say them.
  public internal(set) var codecs: [String]
  /// The group of its audio renditions.
  public internal(set) var audioGroup: String?
  /// True when the playlist says the size or the frame rate of its pictures.
  public internal(set) var hasPictureSize: Bool

  /// The mean bit rate, in bit/s, or the peak when the mean is unknown.
  public var bitRate: Int { averageBandwidth ?? bandwidth }
}
