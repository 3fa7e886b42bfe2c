/// An audio rendition, in a separate playlist or in that of its variant (`EXT-X-MEDIA` with `TYPE=AUDIO`).
public struct HLSRendition: Sendable, Equatable {
  /// The group to which it belongs.
  public internal(set) var group: String
  /// The name for the user.
  public internal(set) var name: String
  /// The address of its media playlist; nil when the audio is in the variant's playlist.
  public internal(set) var uri: String?
  /// True when it is the default.
  public internal(set) var isDefault: Bool
  /// True when a player may select it automatically.
  public internal(set) var isAutomatic: Bool
}
