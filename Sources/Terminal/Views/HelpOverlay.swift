/// The list of keys over everything else.
package enum HelpOverlay {
  /// The width of the keys, and of what they do.
  private static let keyColumns = 11
  private static let effectColumns = 27
  /// The distance of two columns of the list.
  private static let distance = 2

  /// Draws the list in the middle of the canvas: in one column, or in two when it is too long for one. Where it still
  /// does not fit it begins with row `offset`. Returns the offset that was possible. Without panes it leaves out the keys
  /// of lists.
  package static func draw(from offset: Int, hasPanes: Bool, into canvas: inout Canvas) -> Int {
    let rows = KeyMap.rows.filter { hasPanes || !$0.needsPanes }
    let column = keyColumns + effectColumns
    let isWide = rows.count + 2 > canvas.rows && canvas.columns >= 2 * column + distance + 2
    let height = isWide ? (rows.count + 1) / 2 : rows.count
    let inner = min(isWide ? 2 * column + distance : column, canvas.columns)
    let hasFrame = canvas.columns >= inner + 2 && canvas.rows >= 3
    let shown = min(height, hasFrame ? canvas.rows - 2 : canvas.rows)
    let offset = min(max(offset, 0), height - shown)
    let edge = hasFrame ? 1 : 0
    let frame = Region(
      row: (canvas.rows - shown - 2 * edge) / 2, column: (canvas.columns - inner - 2 * edge) / 2,
      rows: shown + 2 * edge, columns: inner + 2 * edge)
    if hasFrame { BoxFrame.draw(frame, title: shown < height ? "Keys (\u{2191} \u{2193})" : "Keys", into: &canvas) }
    for line in 0..<shown {
      let row = frame.row + edge + line
      if !hasFrame { canvas.fill(0x20, row: row, column: frame.column, count: frame.columns, style: .plain) }
      for part in 0..<(isWide ? 2 : 1) {
        let number = offset + line + part * height
        guard part == 0 || number >= height, number < rows.count else { continue }
        let first = frame.column + edge + part * (column + distance)
        write(
          rows[number], row: row, column: first, limit: min(column, frame.column + frame.columns - edge - first),
          &canvas)
      }
    }
    return offset
  }

  private static func write(_ row: KeyRow, row line: Int, column: Int, limit: Int, _ canvas: inout Canvas) {
    canvas.write(label(row, canvas.glyphs), row: line, column: column, limit: min(keyColumns, limit), style: .strong)
    let effect = row.panes == [.log] ? row.effect + " (log)" : row.effect
    canvas.write(effect, row: line, column: column + keyColumns, limit: limit - keyColumns, style: .plain)
  }

  /// Returns the keys of a row in characters that the terminal has.
  private static func label(_ row: KeyRow, _ glyphs: GlyphSet) -> String {
    glyphs.isUTF8 ? row.label : row.label.replacing("\u{2191} \u{2193}", with: "up down")
  }
}
