/// Escapes text for JSON; the only place in the program that does.
public enum JSONText {
  /// Appends `text` in quotes. Escapes quotes, backslashes and control characters (RFC 8259, section 7), and U+2028 and
  /// U+2029, which some readers take for line ends. All other characters stay UTF-8.
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
