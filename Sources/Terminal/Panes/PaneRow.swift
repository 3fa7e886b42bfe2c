/// A row of a list, into which texts are written one after the other.
struct PaneRow {
  /// The row of the screen.
  let row: Int
  /// The region of all rows.
  let region: Region
  /// What the list is filtered by.
  let query: FuzzyQuery
  /// The style of all texts of a chosen row; nil for another one.
  let chosen: Style?
  /// The column of the next text.
  var column: Int

  init(row: Int, region: Region, query: FuzzyQuery, chosen: Style?) {
    (self.row, self.region, self.query, self.chosen) = (row, region, query, chosen)
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

  /// Puts a sign of one column, after which a column stays free; nil leaves both free.
  mutating func put(_ sign: UInt32?, _ style: Style, into canvas: inout Canvas) {
    if let sign { canvas.put(sign, row: row, column: column, style: chosen ?? style) }
    column += 2
  }
}
