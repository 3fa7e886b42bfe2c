/// The dots that a cell is divided into by the characters that a terminal has, and the size of a font's pixel in dots.
struct PixelUnit: Equatable, Sendable {
  /// The dots in a cell, across and down.
  let across: Int
  let down: Int
  /// The dots of a pixel at scale 1: a pixel is about as wide as high.
  let pixelColumns: Int
  let pixelRows: Int

  /// Creates the unit for a terminal with these characters: quarters of a cell, halves, or whole cells.
  init(_ glyphs: GlyphSet) {
    (across, down, pixelColumns, pixelRows) =
      switch glyphs {
      case .eighths: (2, 2, 2, 1)
      case .halves: (1, 2, 1, 1)
      case .ascii: (1, 1, 2, 1)
      }
  }
}
