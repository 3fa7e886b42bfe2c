/// One place of the screen: a glyph and its style, in one word, so that comparing two pictures is comparing words.
///
/// A glyph is a Unicode scalar, or from `firstCluster` on the number of a cluster (a scalar with combining marks) that
/// its canvas keeps. A glyph two columns wide is followed by a `continuation`.
package struct Cell: Equatable, Sendable {
  /// Bits 0…20: glyph; 21…28: style; 29…30: columns.
  package let bits: UInt32

  /// The first glyph number beyond Unicode.
  package static let firstCluster: UInt32 = 0x11_0000
  /// An empty place.
  package static let blank = Cell(0x20, .plain)
  /// The right half of the wide glyph before it.
  package static let continuation = Cell(bits: 0)

  /// A place that shows `glyph`, which is `columns` (1 or 2) wide.
  package init(_ glyph: UInt32, _ style: Style, columns: Int = 1) {
    bits = glyph & Self.glyphMask | UInt32(style.rawValue) << 21 | UInt32(truncatingIfNeeded: columns & 3) << 29
  }

  private static let glyphMask: UInt32 = 0x1F_FFFF

  private init(bits: UInt32) { self.bits = bits }

  /// What is shown.
  package var glyph: UInt32 { bits & Self.glyphMask }
  /// How it looks.
  package var style: Style { Style(rawValue: UInt8(truncatingIfNeeded: bits >> 21)) }
  /// Columns it takes: 1, 2, or 0 for the right half of a wide glyph.
  package var columns: Int { Int(bits >> 29) }
  /// True for a space: its style cannot be seen, for no style has a background.
  package var isBlank: Bool { glyph == 0x20 }
}
