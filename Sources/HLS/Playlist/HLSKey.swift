/// How segments are encrypted (`EXT-X-KEY`).
public enum HLSKey: Sendable, Hashable {
  /// AES-128 in CBC mode with PKCS#7 padding, each segment by itself; without `iv` the segment's number is the initialisation
  /// vector.
  case aes128(uri: String, iv: [UInt8]?)
  /// By a method that is not supported, as the playlist calls it.
  case unsupported(method: String)
}
