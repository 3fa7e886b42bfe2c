/// The list of keys over everything else.
package enum HelpOverlay {
  /// The width of the keys, and of what they do.
  private static let keyColumns = 11
  private static let effectColumns = 27
  /// The distance of two columns of the list.
  private static let distance = 2

  /// A line of the list: keys, their effect, or both.
  private struct Line {
    var keys = ""
    var effect: TextCells
    /// The first column of the effect.
    var effectColumn: Int
  }

  /// Draws the list in the middle of the canvas: in one column, or in two when it is too long for one. Where it still
  /// does not fit it begins with line `offset`. Returns the offset that was possible. Without panes it leaves out the
  /// keys of lists.
  package static func draw(_ keys: KeyMap, from offset: Int, hasPanes: Bool, into canvas: inout Canvas) -> Int {
    let rows = keys.rows.filter { (hasPanes || !$0.needsPanes) && !$0.label.isEmpty }
    let column = keyColumns + effectColumns
    let isWide = rows.count + 2 > canvas.rows && canvas.columns >= 2 * column + distance + 2
    let inner = min(isWide ? 2 * column + distance : column, canvas.columns)
    let hasFrame = canvas.columns >= inner + 2 && canvas.rows >= 3
    let lines = rows.flatMap { Self.lines(of: $0, columns: min(column, inner), canvas) }
    let height = isWide ? (lines.count + 1) / 2 : lines.count
    let shown = min(height, hasFrame ? canvas.rows - 2 : canvas.rows)
    let offset = min(max(offset, 0), height - shown)
    let edge = hasFrame ? 1 : 0
    let frame = Region(
      row: (canvas.rows - shown - 2 * edge) / 2, column: (canvas.columns - inner - 2 * edge) / 2,
      rows: shown + 2 * edge, columns: inner + 2 * edge)
    if hasFrame {
      BoxFrame.draw(
        frame, title: "Keys" + (shown < height ? scrollKeys(keys, canvas.glyphs) : ""), into: &canvas)
    }
    for number in 0..<shown {
      let row = frame.row + edge + number
      if !hasFrame { canvas.fill(0x20, row: row, column: frame.column, count: frame.columns, style: .plain) }
      for part in 0..<(isWide ? 2 : 1) {
        let index = offset + number + part * height
        guard part == 0 || index >= height, index < lines.count else { continue }
        let first = frame.column + edge + part * (column + distance)
        let line = lines[index]
        let limit = min(column, frame.column + frame.columns - edge - first)
        canvas.write(line.keys, row: row, column: first, limit: limit, style: .strong)
        canvas.write(
          line.effect, row: row, column: first + line.effectColumn, limit: limit - line.effectColumn, style: .plain)
      }
    }
    return offset
  }

  /// Returns the keys that scroll the list, in parentheses; nothing when the user took them away.
  private static func scrollKeys(_ keys: KeyMap, _ glyphs: GlyphSet) -> String {
    var labels = [ListMove.up, .down].compactMap { keys.label(of: .move($0)) }
    if labels.isEmpty { return "" }
    if !glyphs.isUTF8 {
      labels = labels.map { $0.replacing("\u{2191}", with: "up").replacing("\u{2193}", with: "down") }
    }
    return " (" + labels.joined(separator: " ") + ")"
  }

  /// Returns the lines of a row in a list of this width. On narrow screens the effect stands below the keys.
  private static func lines(of row: KeyRow, columns: Int, _ canvas: Canvas) -> [Line] {
    let label = Self.label(row, canvas.glyphs)
    // Keys of one list that others use in another way.
    let isOfOneList = row.panes == [.log] || row.panes == [.titles]
    let effect = isOfOneList ? "\(row.effect) (\(row.panes[0].name.lowercased()))" : row.effect
    let isNarrow = columns < keyColumns + effectColumns
    let isLong = canvas.width(of: label) >= keyColumns
    let effectColumn = isNarrow ? 1 : keyColumns
    var lines = canvas.lines(of: effect, columns: columns - effectColumn, limit: maximumLines).map {
      Line(effect: $0, effectColumn: effectColumn)
    }
    if isNarrow || isLong || lines.isEmpty {
      lines.insert(Line(keys: label, effect: TextCells("", isUTF8: canvas.glyphs.isUTF8), effectColumn: 0), at: 0)
    } else {
      lines[0].keys = label
    }
    return lines
  }

  /// The maximum number of lines of one effect.
  private static let maximumLines = 4

  /// Returns the keys of a row in characters that the terminal has.
  private static func label(_ row: KeyRow, _ glyphs: GlyphSet) -> String {
    let names = ["\u{2190}": "Left", "\u{2191}": "Up", "\u{2192}": "Right", "\u{2193}": "Dn"]
    return glyphs.isUTF8 ? row.label : names.reduce(row.label) { $0.replacing($1.key, with: $1.value) }
  }
}
