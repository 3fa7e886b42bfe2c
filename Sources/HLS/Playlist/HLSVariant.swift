/// One quality (`EXT-X-STREAM-INF`).
public struct HLSVariant: Sendable, Equatable {
  /// Address of its media playlist.
  public internal(set) var uri = ""
  /// Peak rate with all that belongs to it, in bit/s.
  public internal(set) var bandwidth: Int
  /// Mean rate, in bit/s, if it is said.
  public internal(set) var averageBandwidth: Int?
  /// Codings of sound and picture as RFC 6381 words them (`mp4a.40.2`); empty when it is not said.
  public internal(set) var codecs: [String]
  /// Group of renditions with its sound.
  public internal(set) var audioGroup: String?
  /// True when it says the size or the rate of its pictures.
  public internal(set) var hasPictureSize: Bool

  /// What it takes over time, in bit/s: the mean, or the peak when that is all there is.
  public var bitRate: Int { averageBandwidth ?? bandwidth }
}
