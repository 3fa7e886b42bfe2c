/// Bytes that initialise a parser for the segments behind (`EXT-X-MAP`).
public struct HLSMap: Sendable, Equatable {
  /// Their address.
  public internal(set) var uri: String
  /// Which bytes of what is there; nil for all.
  public internal(set) var byteRange: Range<Int>?
  /// How they are encrypted.
  public internal(set) var key: HLSKey?
}
