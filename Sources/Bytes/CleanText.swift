/// Makes text from a server safe for a terminal, a log and a JSON line.
public enum CleanText {
  /// Default length limit, in characters.
  public static let maximumLength = 512
  /// UTF-8 bytes allowed for each character of a limit, on average. The longest text then has 4 KiB, about the size of
  /// the longest ICY title.
  private static let bytesPerCharacter = 8
  /// Maximum marks and invisible scalars in sequence. A character may have any number of them, but no language puts
  /// more than 30 on a letter (Unicode UAX 15, stream-safe text).
  private static let maximumMarks = 30

  /// Returns `text` as one line without control characters. Each run of white space (blanks, tabs, line ends, line and
  /// paragraph separators, no-break spaces) becomes one blank, and the ends are trimmed. It removes C0, DEL and C1
  /// controls (`U+009D` opens a terminal command in xterm), bidirectional controls, byte order marks, annotations,
  /// tags, and all marks of a character beyond 30.
  ///
  /// The result has at most `limit` characters with 8 bytes each on average, or any length when `limit` is nil. The cut
  /// falls inside a character only when that character alone is too long.
  public static func singleLine(_ text: String, limit: Int? = maximumLength) -> String {
    let byteLimit = limit.map { $0 * bytesPerCharacter }
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    var marks = 0
    var pendingBlank = false
    for scalar in text.unicodeScalars {
      if isBlank(scalar) {
        pendingBlank = !scalars.isEmpty
        continue
      }
      if isForbidden(scalar) { continue }
      marks = isMark(scalar) ? (pendingBlank ? 1 : marks + 1) : 0
      if marks > maximumMarks { continue }
      bytes += UTF8.width(scalar) + (pendingBlank ? 1 : 0)
      if let byteLimit, bytes > byteLimit { return cut(scalars, before: pendingBlank ? " " : scalar, limit: limit) }
      if pendingBlank { scalars.append(" ") }
      pendingBlank = false
      scalars.append(scalar)
    }
    return scalars.count > limit ?? .max ? cut(scalars, before: " ", limit: limit) : String(scalars)
  }

  /// Returns the first `limit` characters of `scalars`. Drops the last one when `next`, the scalar that follows
  /// `scalars`, is part of it.
  private static func cut(_ scalars: String.UnicodeScalarView, before next: Unicode.Scalar, limit: Int?) -> String {
    let whole = String(scalars)
    var line = whole.prefix(limit ?? .max)
    if line.endIndex == whole.endIndex, line.count > 1 {
      var longer = scalars
      longer.append(next)
      if String(longer).count == line.count { line.removeLast() }
    }
    // The last character may end with a blank, because some scalars (U+0600) join the scalar after them.
    return String(line.unicodeScalars.last == " " ? String(line.unicodeScalars.dropLast()) : String(line))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// True for a scalar that is drawn on or within the preceding character, or not at all.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return scalar.value == 0xAD }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
    default: return scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // BOM, annotations, tags
    default: scalar.isUnprintable
    }
  }
}

extension Unicode.Scalar {
  /// True for characters that must never reach a terminal or the head of a request: C0, DEL, C1, line and paragraph
  /// separators, and the controls of the direction of writing (Unicode UAX 9).
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
