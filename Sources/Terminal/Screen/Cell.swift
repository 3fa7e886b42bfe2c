/// One cell of the screen: a glyph and its style in one word, so that comparing two pictures is comparing words.
///
/// A glyph is a Unicode scalar or, from `firstCluster` on, the number of a cluster (a scalar with combining marks) that
/// its canvas stores. A `continuation` follows a glyph of two columns.
package struct Cell: Equatable, Sendable {
  /// Bits 0…20: glyph; 21…22: columns; from 23 on: style.
  package let bits: UInt64

  /// The first glyph number beyond Unicode.
  package static let firstCluster: UInt32 = 0x11_0000
  /// A blank cell.
  package static let blank = Cell(0x20, .plain)
  /// The right half of the wide glyph to its left.
  package static let continuation = Cell(bits: 0)

  /// Creates a cell with `glyph`, which is `columns` (1 or 2) wide.
  package init(_ glyph: UInt32, _ style: Style, columns: Int = 1) {
    bits = UInt64(glyph) & Self.glyphMask | UInt64(columns & 3) << 21 | style.bits << 23
  }

  private static let glyphMask: UInt64 = 0x1F_FFFF

  private init(bits: UInt64) { self.bits = bits }

  /// The glyph number.
  package var glyph: UInt32 { UInt32(bits & Self.glyphMask) }
  /// The style of the glyph.
  package var style: Style { Style(bits: bits >> 23) }
  /// The width in columns: 1, 2, or 0 for the right half of a wide glyph.
  package var columns: Int { Int(bits >> 21 & 3) }
  /// True for a space without a background, which looks the same in each such style.
  package var isBlank: Bool { glyph == 0x20 && !style.hasBackground }
}

/// The width of a character on terminals, in columns.
package enum CellWidth {
  /// The first and last scalars of the wide characters: East Asian Width W and F of Unicode's EastAsianWidth.txt, with
  /// adjoining ranges joined across unassigned gaps. They include the emoji with a default emoji presentation.
  private static let wideRanges: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
    (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
    (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
    (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B),
    (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
    (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E),
    (0x3041, 0x3247), (0x3250, 0x4DBF), (0x4E00, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
    (0xFE10, 0xFE19), (0xFE30, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x16FF1), (0x17000, 0x18D08),
    (0x1AFF0, 0x1B2FB), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A),
    (0x1F200, 0x1F265), (0x1F300, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393),
    (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E),
    (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
    (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5),
    (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D7), (0x1F6DC, 0x1F6DF), (0x1F6EB, 0x1F6EC),
    (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FAF8), (0x20000, 0x3FFFD),
  ]

  /// Returns the columns of a scalar that stands alone: 2 for wide ones, 0 for marks that combine with the previous
  /// scalar, else 1. Control and format characters also have 0; they must not reach a terminal at all.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value >= 0x20 && value < 0x7F || value >= 0xA0 && value != 0xAD ? 1 : 0 }
    // The vowels and finals of decomposed Hangul syllables join the first letter of the syllable.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(value) ? 2 : 1
    }
  }

  /// True when `value` lies in one of the wide ranges.
  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].first <= value
  }
}
