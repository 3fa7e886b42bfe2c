/// The escapes `%XX` of addresses (RFC 3986, 2.1).
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns `text` with all bytes escaped but letters, digits and those of `others`.
  package static func encoded(_ text: String, keeping others: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte.isLetterOrDigit(or: others) { bytes.append(byte) } else { append(byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the escape of `byte` to `text`.
  package static func append(_ byte: UInt8, to text: inout [UInt8]) {
    text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Returns the byte of the escape with which `bytes` begin; nil when they begin with none.
  package static func escape(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    guard bytes.first == UInt8(ascii: "%"), bytes.count >= 3 else { return nil }
    let (high, low) = (bytes[bytes.startIndex + 1].hexDigitValue, bytes[bytes.startIndex + 2].hexDigitValue)
    guard let high, let low else { return nil }
    return UInt8(high << 4 | low)
  }

  /// Returns `text` with each escape as its byte. A `%` that begins no escape stays.
  package static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let escape = Self.escape(rest)
      bytes.append(escape ?? byte)
      rest = rest.dropFirst(escape == nil ? 1 : 3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
