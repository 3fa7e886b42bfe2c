/// A piece of a stream.
public struct HLSSegment: Sendable, Equatable {
  /// Its address.
  public internal(set) var uri: String
  /// How long it sounds.
  public internal(set) var duration: Duration
  /// What it is called, one clean line; nil when nothing is said.
  public internal(set) var title: String?
  /// Which bytes of what is at the address; nil for all.
  public internal(set) var byteRange: Range<Int>?
  /// How it is encrypted; nil when it is not.
  public internal(set) var key: HLSKey?
  /// What has to come before its bytes.
  public internal(set) var map: HLSMap?
  /// True when it does not continue the segment before it.
  public internal(set) var isDiscontinuity: Bool
  /// True when it is known to be missing, and must not be asked for.
  public internal(set) var isGap: Bool
}
