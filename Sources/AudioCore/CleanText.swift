/// Makes text from a server fit for a terminal, a log and a JSON line.
public enum CleanText {
  /// The longest text that is kept, in characters.
  public static let maximumLength = 512

  /// One line without control characters: C0, DEL and C1 (`U+009D` opens a terminal command on xterm), line and paragraph
  /// separators, bidirectional controls and byte order marks go; runs of white space become one blank; the ends are trimmed; at most
  /// `limit` characters, never cut inside one, or all of them when that is nil.
  public static func singleLine(_ text: String, limit: Int? = maximumLength) -> String {
    var scalars = String.UnicodeScalarView()
    var pendingBlank = false
    for scalar in text.unicodeScalars {
      if isBlank(scalar) {
        pendingBlank = !scalars.isEmpty
        continue
      }
      if isForbidden(scalar) { continue }
      if pendingBlank { scalars.append(" ") }
      pendingBlank = false
      scalars.append(scalar)
    }
    guard let limit, scalars.count > limit else { return String(scalars) }
    let cut = String(scalars).prefix(limit)
    return String(cut.last == " " ? cut.dropLast() : cut)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0xA0, 0x2028, 0x2029: true
    default: false
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
