/// Writes JSON values as UTF-8 text: in indented lines for people, where an array without nested arrays and objects
/// stays on one line; or in a single line for programs.
public enum JSONWriter {
  /// Returns `value` as text in one line, without blanks and without a newline at the end.
  package static func line(_ value: JSONValue) -> [UInt8] {
    var text: [UInt8] = []
    append(value, indent: nil, to: &text)
    return text
  }

  /// Returns `value` as indented text that ends in a newline.
  package static func write(_ value: JSONValue) -> [UInt8] {
    var text: [UInt8] = []
    append(value, indent: 0, to: &text)
    text.append(UInt8(ascii: "\n"))
    return text
  }

  /// Appends `value`, in lines after the first that have `indent` steps; nil writes one line without blanks.
  private static func append(_ value: JSONValue, indent: Int?, to text: inout [UInt8]) {
    switch value.content {
    case .null: text += "null".utf8
    case .bool(let flag): text += (flag ? "true" : "false").utf8
    case .number(let digits): text += digits.utf8
    case .string(let string): appendText(string, to: &text)
    case .array(let elements):
      let isOnOneLine = indent == nil || elements.allSatisfy { $0.elements == nil && $0.members == nil }
      let (isSpaced, lines) = (indent != nil && isOnOneLine, isOnOneLine ? nil : indent)
      appendItems(elements, "[", "]", isSpaced: isSpaced, indent: lines, to: &text) { element, text in
        append(element, indent: indent.map { $0 + 1 }, to: &text)
      }
    case .object(let members):
      appendItems(members, "{", "}", isSpaced: false, indent: indent, to: &text) { member, text in
        appendText(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        if indent != nil { text.append(UInt8(ascii: " ")) }
        append(member.value, indent: indent.map { $0 + 1 }, to: &text)
      }
    }
  }

  private static func appendItems<Item>(
    _ items: [Item], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, isSpaced: Bool, indent: Int?,
    to text: inout [UInt8], each: (Item, inout [UInt8]) -> Void
  ) {
    func beginLine(_ indent: Int) {
      text.append(UInt8(ascii: "\n"))
      text += [UInt8](repeating: UInt8(ascii: " "), count: 2 * indent)
    }
    text.append(UInt8(ascii: opening))
    for (position, item) in items.enumerated() {
      if position > 0 { text.append(UInt8(ascii: ",")) }
      if position > 0, isSpaced { text.append(UInt8(ascii: " ")) }
      if let indent { beginLine(indent + 1) }
      each(item, &text)
    }
    if let indent, !items.isEmpty { beginLine(indent) }
    text.append(UInt8(ascii: closing))
  }

  // MARK: Texts

  /// Appends `text` in quotes. Escapes quotes, backslashes and control characters (RFC 8259, section 7), and U+2028 and
  /// U+2029, which some readers take for line ends. All other characters stay UTF-8.
  public static func appendText(_ text: String, to line: inout [UInt8]) {
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
