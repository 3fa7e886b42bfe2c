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
