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

/// Bytes that initialise a parser for the segments behind (`EXT-X-MAP`).
public struct HLSMap: Sendable, Equatable {
  /// Their address.
  public internal(set) var uri: String
  /// Which bytes of what is there; nil for all.
  public internal(set) var byteRange: Range<Int>?
  /// How they are encrypted.
  public internal(set) var key: HLSKey?
}

/// How segments are encrypted (`EXT-X-KEY`).
public enum HLSKey: Sendable, Hashable {
  /// AES-128 in CBC mode with PKCS#7 padding, each segment by itself; without `iv` the segment's number is the initialisation
  /// vector.
  case aes128(uri: String, iv: [UInt8]?)
  /// By a method that is not supported, as the playlist calls it.
  case unsupported(method: String)
}
