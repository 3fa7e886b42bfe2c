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
