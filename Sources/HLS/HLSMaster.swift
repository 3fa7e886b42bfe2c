/// A master playlist: the same programme in several qualities (RFC 8216, 4.3.4).
public struct HLSMaster: Sendable, Equatable {
  /// The qualities, in their order; at least one.
  public internal(set) var variants: [HLSVariant] = []
  /// Sound that stands beside the pictures, in groups that variants name.
  public internal(set) var renditions: [HLSRendition] = []
}

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

/// Sound in a playlist of its own, or in that of its variant (`EXT-X-MEDIA` with `TYPE=AUDIO`).
public struct HLSRendition: Sendable, Equatable {
  /// The group it belongs to.
  public internal(set) var group: String
  /// What people call it.
  public internal(set) var name: String
  /// Address of its media playlist; nil when the sound is in its variant's.
  public internal(set) var uri: String?
  /// True when it is the one to play if nobody chooses.
  public internal(set) var isDefault: Bool
  /// True when it may be chosen without being asked for.
  public internal(set) var isAutomatic: Bool
}
