/// The bar beside a list that does not fit: its thumb shows which part of the list is visible.
package struct ScrollBar: Equatable, Sendable {
  /// The rows of the thumb, counted from the first row of the bar.
  package let thumb: Range<Int>
  private let rows: Int

  /// The minimum width of a list with a bar.
  static let narrowestList = 12

  /// Creates the bar of a list of `all` lines, of which `rows` are visible from line `first` on.
  package init(first: Int, all: Int, rows: Int) {
    self.rows = max(rows, 0)
    guard rows > 0, all > rows else {
      thumb = 0..<self.rows
      return
    }
    let length = max(rows * rows / all, 1)
    let (way, lines) = (rows - length, all - rows)
    var start = min(max((way * first + lines / 2) / lines, 0), way)
    // Only at its ends does the list look as if it were there.
    if way > 1 {
      if first > 0 { start = max(start, 1) }
      if first < lines { start = min(start, way - 1) }
    }
    thumb = start..<start + length
  }

  /// Draws the bar into a column, from `row` on.
  func draw(row: Int, column: Int, hasFocus: Bool, into canvas: inout Canvas) {
    // Not every font has the heavy line.
    let (line, heavy): (UInt32, UInt32) =
      switch canvas.glyphs {
      case .eighths: (0x2502, 0x2503)
      case .halves: (0x2502, 0x2588)
      case .ascii: (0x7C, 0x23)
      }
    for place in 0..<rows {
      let isThumb = thumb.contains(place)
      canvas.put(
        isThumb ? heavy : line, row: row + place, column: column,
        style: isThumb && hasFocus ? .focusedBorder : .border)
    }
  }
}
