/// One cell of the screen: a glyph and its style in one word, so that comparing two pictures is comparing words.
///
/// A glyph is a Unicode scalar or, from `firstCluster` on, the number of a cluster (a scalar with combining marks) that
/// its canvas stores. A `continuation` follows a glyph of two columns.
package struct Cell: Equatable, Sendable {
  /// Bits 0…20: glyph; 21…28: style; 29…30: columns.
  package let bits: UInt32

  /// The first glyph number beyond Unicode.
  package static let firstCluster: UInt32 = 0x11_0000
  /// A blank cell.
  package static let blank = Cell(0x20, .plain)
  /// The right half of the wide glyph to its left.
  package static let continuation = Cell(bits: 0)

  /// Creates a cell with `glyph`, which is `columns` (1 or 2) wide.
  package init(_ glyph: UInt32, _ style: Style, columns: Int = 1) {
    bits = glyph & Self.glyphMask | UInt32(style.rawValue) << 21 | UInt32(truncatingIfNeeded: columns & 3) << 29
  }

  private static let glyphMask: UInt32 = 0x1F_FFFF

  private init(bits: UInt32) { self.bits = bits }

  /// The glyph number.
  package var glyph: UInt32 { bits & Self.glyphMask }
  /// The style of the glyph.
  package var style: Style { Style(rawValue: UInt8(truncatingIfNeeded: bits >> 21)) }
  /// The width in columns: 1, 2, or 0 for the right half of a wide glyph.
  package var columns: Int { Int(bits >> 29) }
  /// True for a space. Its style is invisible, because no style has a background.
  package var isBlank: Bool { glyph == 0x20 }
}
