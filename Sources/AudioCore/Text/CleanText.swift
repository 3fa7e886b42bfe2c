/// Makes text from a server fit for a terminal, a log and a JSON line.
public enum CleanText {
  /// The longest text that is kept, in characters.
  public static let maximumLength = 512
  /// Bytes of UTF-8 that are kept for each character of a limit, so that the longest text has 4 KiB: as many as an ICY
  /// title.
  private static let bytesPerCharacter = 8
  /// Marks and invisible scalars that are kept behind one another: a character may have any number of them, and no
  /// language puts more than 30 on a letter (Unicode UAX 15, stream-safe text).
  private static let maximumMarks = 30

  /// One line without control characters: C0, DEL and C1 (`U+009D` opens a terminal command on xterm), line and
  /// paragraph separators, bidirectional controls and byte order marks go, and marks on one character beyond 30; runs
  /// of white space become one blank; the ends are trimmed.
  ///
  /// At most `limit` characters of 8 bytes on average are kept, or all when that is nil; the cut is never inside a
  /// character unless that alone is too long.
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

  /// The first `limit` characters of `scalars`, without the last if `next`, which came behind it, is part of it.
  private static func cut(_ scalars: String.UnicodeScalarView, before next: Unicode.Scalar, limit: Int?) -> String {
    let whole = String(scalars)
    var line = whole.prefix(limit ?? .max)
    if line.endIndex == whole.endIndex, line.count > 1 {
      var longer = scalars
      longer.append(next)
      if String(longer).count == line.count { line.removeLast() }
    }
    // A blank may be part of the last character: some scalars (U+0600) join what follows them.
    return String(line.unicodeScalars.last == " " ? String(line.unicodeScalars.dropLast()) : String(line))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// True for what is drawn on or within the character before it, or not at all.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return scalar.value == 0xAD }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
    default: return scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls (Unicode UAX 9)
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // BOM, annotations, tags
    default: false
    }
  }
}
