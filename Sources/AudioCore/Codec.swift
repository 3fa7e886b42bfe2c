/// The coding of a compressed audio stream, as its bytes say it.
public enum Codec: String, Sendable, Hashable, CaseIterable {
  /// MPEG-1/2 audio layer I.
  case mp1
  /// MPEG-1/2 audio layer II.
  case mp2
  /// MPEG-1/2/2.5 audio layer III.
  case mp3
  /// AAC in ADTS frames (AAC-LC, HE-AAC, HE-AACv2: only decoding tells which).
  case aac

  /// What people call it: `MP3`.
  public var displayName: String { rawValue.uppercased() }
}
