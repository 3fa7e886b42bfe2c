/// Draws a box over other content.
enum BoxFrame {
  /// Blanks `frame` and draws lines around it, with `title` in the upper one.
  static func draw(_ frame: Region, title: String = "", into canvas: inout Canvas) {
    guard frame.rows > 0, frame.columns > 0 else { return }
    // ┌ ┐ └ ┘ ─ │, or similar characters in ASCII.
    let signs: [UInt32] =
      canvas.glyphs.isUTF8 ? [0x250C, 0x2510, 0x2514, 0x2518, 0x2500, 0x2502] : [43, 43, 43, 43, 45, 124]
    let (top, bottom) = (frame.row, frame.row + frame.rows - 1)
    let (left, right) = (frame.column, frame.column + frame.columns - 1)
    for row in top...bottom { canvas.fill(0x20, row: row, column: left, count: frame.columns, style: .plain) }
    for row in [top, bottom] { canvas.fill(signs[4], row: row, column: left, count: frame.columns, style: .scale) }
    for row in top...bottom where row != top && row != bottom {
      canvas.put(signs[5], row: row, column: left, style: .scale)
      canvas.put(signs[5], row: row, column: right, style: .scale)
    }
    canvas.put(signs[0], row: top, column: left, style: .scale)
    canvas.put(signs[1], row: top, column: right, style: .scale)
    canvas.put(signs[2], row: bottom, column: left, style: .scale)
    canvas.put(signs[3], row: bottom, column: right, style: .scale)
    if !title.isEmpty, frame.columns > 6 {
      canvas.write(" \(title) ", row: top, column: left + 2, limit: frame.columns - 4, style: .title)
    }
  }
}
