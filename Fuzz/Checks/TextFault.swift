/// Checks text that must be fit for a terminal. It is written a second time here and shares no code with the code under
/// test.
enum TextFault {
  /// The fault of a title or a header, or nil: control characters, marks that change the direction of writing, line
  /// breaks, blanks at an end or in a row, more than `limit` characters or 8 bytes for each, more than 30 marks on one
  /// of them.
  static func inLine(_ text: String, limit: Int = 512) -> String? {
    if let fault = control(text) { return fault }
    if text.unicodeScalars.contains("\u{FEFF}") { return "a byte order mark" }
    if text.hasPrefix(" ") || text.hasSuffix(" ") { return "a blank at an end" }
    if text.utf8.elementsEqual(text.split(separator: " ").joined(separator: " ").utf8) == false {
      return "blanks in a row"
    }
    if limit < .max, text.utf8.count > 8 * limit { return "\(text.utf8.count) bytes" }
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: marks += 1
      default: marks = 0
      }
      if marks > 30 { return "\(marks) marks on one character" }
    }
    // Counting characters is slow, and there are never more characters than scalars.
    if text.unicodeScalars.count > limit, text.count > limit { return "\(text.count) characters" }
    return nil
  }

  /// The first scalar of `text` that a terminal must not see, or nil.
  static func control(_ text: String) -> String? {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        return "U+" + String(scalar.value, radix: 16, uppercase: true)
      default: continue
      }
    }
    return nil
  }
}
