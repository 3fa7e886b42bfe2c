/// The bytes that initialise a parser for the segments that follow (`EXT-X-MAP`).
public struct HLSMap: Sendable, Equatable {
  /// The address.
  public internal(set) var uri: String
  /// The byte range at the address; nil for all bytes.
  public internal(set) var byteRange: Range<Int>?
  /// The encryption; nil when there is none.
  public internal(set) var key: HLSKey?
}
