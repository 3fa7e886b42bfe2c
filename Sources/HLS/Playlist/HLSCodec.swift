/// The kind of a codec name in `CODECS` (RFC 6381).
enum HLSCodec: Equatable {
  /// Audio that can be played.
  case sound
  /// Audio that can be played, in a codec for low bit rates: HE-AAC.
  case smallSound
  /// Audio that cannot be played.
  case otherSound
  /// Pictures.
  case picture
  /// Subtitles, or an unknown codec.
  case other

  /// The kind of the codec `name`.
  init(_ name: String) {
    let name = name.lowercased()
    switch name.prefix(4) {
    case "mp4a":
      switch name.dropFirst(5) {
      case "40.5", "40.29": self = .smallSound
      // AAC by its object types 1 to 4, MPEG-2 AAC, and MP3 by its object type and its two codes.
      case "", "40", "40.1", "40.2", "40.02", "40.3", "40.4", "40.34", "66", "67", "68", "69", "6b": self = .sound
      default: self = .otherSound
      }
    case "mp3", ".mp3", "opus", "flac": self = .sound
    case "ac-3", "ec-3", "ac-4", "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "alac", "mha1", "mhm1", "vorb":
      self = .otherSound
    case "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dvav", "dva1", "vp08", "vp09", "av01", "mp4v",
      "vvc1":
      self = .picture
    default: self = .other
    }
  }
}
