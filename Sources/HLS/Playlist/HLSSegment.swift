/// One segment of a stream.
public struct HLSSegment: Sendable, Equatable {
  /// The address.
  public internal(set) var uri: String
  /// The playing time.
  public internal(set) var duration: Duration
  /// The title, one clean line; nil when the playlist has none.
  public internal(set) var title: String?
  /// The byte range at the address; nil for all bytes.
  public internal(set) var byteRange: Range<Int>?
  /// The encryption; nil when there is none.
  public internal(set) var key: HLSKey?
  /// The initialisation bytes that must precede the segment; nil when there are none.
  public internal(set) var map: HLSMap?
  /// True when it does not continue the segment before it.
  public internal(set) var isDiscontinuity: Bool
  /// True when the segment is marked as missing, and must not be requested.
  public internal(set) var isGap: Bool
}
