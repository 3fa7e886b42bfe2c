/// A list beside the bars, with a filter.
protocol Pane: Sendable {
  /// Its place among the panes.
  static var kind: PaneKind { get }
  /// The position in the list.
  var list: ListView { get set }
  /// What the list is filtered by.
  var filter: PaneFilter { get }
  /// The region of the rows at the last drawing.
  var rowsRegion: Region { get set }
  /// A text below the rows; empty for none.
  var footer: String { get }

  /// Changes the filter.
  mutating func changeFilter(_ change: (inout PaneFilter) -> Void)
  /// Returns what follows when the chosen row is opened.
  mutating func open() -> [PaneEffect]
  /// Returns the text at the right end of the heading.
  func remark(isUTF8: Bool) -> String
  /// Returns the sentences above the rows.
  func sentences(isUTF8: Bool) -> [(text: String, style: Style)]
  /// Returns the number of lines of each row of the list in `columns` columns; nothing when each has one.
  mutating func lines(columns: Int, on canvas: Canvas) -> [Int]
  /// Draws the row with this number of the list.
  func draw(_ number: Int, in row: inout PaneRow, into canvas: inout Canvas)
}

extension Pane {
  var footer: String { "" }

  func sentences(isUTF8: Bool) -> [(text: String, style: Style)] { [] }

  mutating func open() -> [PaneEffect] { [] }

  mutating func lines(columns: Int, on canvas: Canvas) -> [Int] { [] }

  /// Draws the pane into blank cells.
  mutating func draw(region: Region, hasFocus: Bool, into canvas: inout Canvas) {
    let isUTF8 = canvas.glyphs.isUTF8
    PaneFrame.drawHeading(
      Self.kind, remark: remark(isUTF8: isUTF8), region: region, hasFocus: hasFocus, into: &canvas)
    var rows = region.withoutHeading
    if !footer.isEmpty {
      let lines = canvas.lines(of: footer, columns: rows.columns, limit: min(PaneFrame.maximumFooterLines, rows.rows))
      rows.rows -= lines.count
      for (number, line) in lines.enumerated() {
        canvas.write(
          line, row: rows.row + rows.rows + number, column: rows.column, limit: rows.columns, style: .faint)
      }
    }
    if filter.isShown, rows.rows > 0 {
      rows.rows -= 1
      filter.draw(row: rows.row + rows.rows, column: rows.column, columns: rows.columns, into: &canvas)
    }
    rows = PaneFrame.drawSentences(sentences(isUTF8: isUTF8), region: rows, into: &canvas)
    rowsRegion = rows
    placeRows(in: &rows, hasFocus: hasFocus, into: &canvas)
    let first = list.firstLine(ofRow: list.top)
    for number in list.visible {
      let line = list.firstLine(ofRow: number) - first
      var row = PaneRow(
        row: rows.row + line, lines: min(list.lines(ofRow: number), rows.rows - line), region: rows,
        query: filter.query, chosen: number == list.chosen ? hasFocus ? .selected : .inactiveSelected : nil)
      if let style = row.chosen {
        for line in row.row..<row.row + row.lines {
          canvas.fill(0x20, row: line, column: rows.column, count: rows.columns, style: style)
        }
      }
      draw(number, in: &row, into: &canvas)
    }
  }

  /// Gives the list the height of its rows. Where they do not all fit, a scroll bar takes the last column of `rows`.
  private mutating func placeRows(in rows: inout Region, hasFocus: Bool, into canvas: inout Canvas) {
    let hasSpace = rows.columns >= ScrollBar.narrowestList
    if hasSpace, list.count > rows.rows { rows.columns -= 1 }
    var heights = lines(columns: rows.columns, on: canvas)
    if hasSpace, list.count <= rows.rows, heights.reduce(0, +) > rows.rows {
      rows.columns -= 1
      heights = lines(columns: rows.columns, on: canvas)
    }
    list.setHeight(rows.rows, lines: heights)
    guard hasSpace, list.lineCount > rows.rows else { return }
    ScrollBar(first: list.firstLine(ofRow: list.top), all: list.lineCount, rows: rows.rows)
      .draw(row: rows.row, column: rows.column + rows.columns, hasFocus: hasFocus, into: &canvas)
  }
}
