/// A row of a list, into which texts are written one after the other.
struct PaneRow {
  /// The row of the screen; the first one of several.
  let row: Int
  /// The number of rows of the screen.
  let lines: Int
  /// The region of all rows.
  let region: Region
  /// What the list is filtered by.
  let query: FuzzyQuery
  /// The style of all texts of a chosen row; nil for another one.
  let chosen: Style?
  /// The column of the next text.
  var column: Int

  /// The maximum number of lines of a text.
  private static let maximumLines = 12

  init(row: Int, lines: Int = 1, region: Region, query: FuzzyQuery, chosen: Style?) {
    (self.row, self.lines, self.region, self.query, self.chosen) = (row, lines, region, query, chosen)
    column = region.column
  }

  /// The columns from the next text to the end of the row.
  var space: Int { region.column + region.columns - column }

  /// Writes a text in at most `limit` columns.
  mutating func write(_ text: String, _ style: Style, limit: Int = .max, into canvas: inout Canvas) {
    column += canvas.write(text, row: row, column: column, limit: min(limit, space), style: chosen ?? style)
  }

  /// Writes a text in which the characters stand out that the filter matches, in at most `limit` columns.
  mutating func match(_ text: String, _ style: Style, limit: Int = .max, into canvas: inout Canvas) {
    column += MatchedText.draw(
      text, query: query, row: row, column: column, limit: min(limit, space), style: chosen ?? style, into: &canvas)
  }

  /// Returns the number of lines that ``wrap(_:_:columns:into:)`` needs.
  static func lines(of text: String, columns: Int, on canvas: Canvas) -> Int {
    if TextCells.isPlain(text), text.utf8.count <= columns { return 1 }
    return max(canvas.lines(of: text, columns: columns, limit: maximumLines).count, 1)
  }

  /// Writes a text in lines of at most `columns` columns below each other. The characters stand out that the filter
  /// matches.
  mutating func wrap(_ text: String, _ style: Style, columns: Int, into canvas: inout Canvas) {
    let columns = min(columns, space)
    let texts = canvas.lines(of: text, columns: columns, limit: Self.maximumLines).prefix(lines)
    for (number, line) in texts.enumerated() {
      MatchedText.draw(
        line.text, query: query, row: row + number, column: column, limit: columns, style: chosen ?? style,
        into: &canvas)
    }
    column += max(columns, 0)
  }

  /// Puts a sign of one column, after which a column stays free; nil leaves both free.
  mutating func put(_ sign: UInt32?, _ style: Style, into canvas: inout Canvas) {
    if let sign { canvas.put(sign, row: row, column: column, style: chosen ?? style) }
    column += 2
  }
}
