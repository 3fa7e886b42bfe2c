/// Text as a JSON string, the one place where it is escaped.
public enum JSONText {
  /// Appends `text` in quotes. Quotes, backslashes and control characters are escaped (RFC 8259, section 7), and so are
  /// U+2028 and U+2029, which some readers take for line ends; the rest is UTF-8 as it is.
  public static func append(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        line.append(UInt8(ascii: "\\"))
        line.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": line.append(contentsOf: "\\n".utf8)
      case "\r": line.append(contentsOf: "\\r".utf8)
      case "\t": line.append(contentsOf: "\\t".utf8)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        line.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] as [UInt32] {
          line.append(hexDigits[Int(scalar.value >> shift & 15)])
        }
      default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    line.append(UInt8(ascii: "\""))
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}
