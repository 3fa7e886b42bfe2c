package import AudioCore
import Bytes

extension StreamURL {
  /// The path and query for a request line (RFC 3986). Bytes that are not allowed there, and a `%` that begins no
  /// escape, are escaped; all other bytes stay unchanged.
  package var requestTarget: String {
    var target: [UInt8] = []
    let bytes = Array(pathAndQuery.utf8)
    for (index, byte) in bytes.enumerated() {
      if Self.mayBeInTarget(byte) || PercentEncoding.escape(bytes[index...]) != nil {
        target.append(byte)
      } else {
        PercentEncoding.append(byte, to: &target)
      }
    }
    return String(decoding: target, as: UTF8.self)
  }

  /// True for unreserved and reserved characters of RFC 3986. Brackets stay unescaped, as in browsers.
  private static func mayBeInTarget(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"%<>\\^`{|}".utf8.contains(byte)
  }

  /// User and password in base64, for the `Basic` scheme (RFC 7617); nil when the address has none.
  package var basicCredentials: String? {
    credentials.map { String(decoding: Base64.encode(($0.contains(":") ? $0 : $0 + ":").utf8), as: UTF8.self) }
  }
}
