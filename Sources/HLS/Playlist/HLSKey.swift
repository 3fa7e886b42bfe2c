/// How segments are encrypted (`EXT-X-KEY`).
public enum HLSKey: Sendable, Hashable {
  /// AES-128 in CBC mode with PKCS#7 padding; each segment is encrypted separately. Without `iv` the segment's number
  /// is the initialisation vector.
  case aes128(uri: String, iv: [UInt8]?)
  /// A method that is not supported, as the playlist names it.
  case unsupported(method: String)
}
