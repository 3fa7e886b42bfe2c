extension ViewLayout {
  /// The minimum widths for two and for three panes.
  private static let narrowestWithTwo = 100
  private static let narrowestWithThree = 160
  /// The minimum height for titles or log below another pane; lower screens have them to the right of the bars.
  private static let minimumRowsToStack = 36
  /// The minimum widths of a list and of another pane beside it.
  private static let narrowestList = 20
  private static let narrowestOther = 32
  /// The width of a list that needs less, and that of one that needs much, unless the listener says otherwise.
  private static let defaultListColumns = 30...80

  /// Returns the panes of a screen of this size. Titles and log need long lines: while one of them has the keys, it has
  /// the place of the bars, or on high screens all columns below them.
  static func panes(columns: Int, rows: Int, _ arrangement: PaneArrangement) -> [PaneKind] {
    let focus = arrangement.focus
    let needsSpace = focus == .titles || focus == .log
    if columns >= narrowestWithThree {
      if needsSpace, rows < minimumRowsToStack { return [.stations, focus] }
      return [.stations, .nowPlaying, arrangement.side]
    }
    if columns >= narrowestWithTwo { return needsSpace ? [focus] : [arrangement.list, .nowPlaying] }
    return [focus]
  }

  /// Places panes in `body`, with a free column between those side by side. The list has the width that it needs, or that
  /// the listener gave it; the bars have the rest.
  mutating func place(
    _ kinds: [PaneKind], in body: Region, screen: (columns: Int, rows: Int), _ arrangement: PaneArrangement,
    listColumns: Int
  ) {
    guard kinds.count > 1 else {
      panes = kinds.map { Place(pane: $0, region: body) }
      return
    }
    let isWide = screen.columns >= Self.narrowestWithThree
    let isStacked = kinds.count == 3 && screen.rows >= Self.minimumRowsToStack
    let sideColumns = kinds.count == 3 && !isStacked ? (body.columns - 2) / 4 : 0
    let space = body.columns - 1 - (sideColumns > 0 ? sideColumns + 1 : 0)
    let range = Self.defaultListColumns
    let most = min(range.upperBound, body.columns * (isWide ? 8 : 9) / 20)
    let list = ListSpace(
      screen: isWide ? .wide : .medium, firstColumn: body.column, usual: min(max(listColumns, range.lowerBound), most),
      bounds: Self.narrowestList...max(space - Self.narrowestOther, Self.narrowestList), widths: arrangement.widths)
    listSpace = list
    var left = Region(row: body.row, column: body.column, rows: body.rows, columns: list.columns)
    var right = Region(
      row: body.row, column: body.column + list.columns + 1, rows: body.rows, columns: space - list.columns)
    var side: Region?
    if isStacked, arrangement.focus == arrangement.side {
      // Below both.
      let rows = body.rows / 2
      side = Region(row: body.row + body.rows - rows, column: body.column, rows: rows, columns: body.columns)
      left.rows -= rows
      right.rows -= rows
    } else if isStacked {
      let rows = body.rows / 3
      side = Region(row: body.row + body.rows - rows, column: body.column, rows: rows, columns: list.columns)
      left.rows -= rows
    } else if sideColumns > 0 {
      side = Region(
        row: body.row, column: body.column + body.columns - sideColumns, rows: body.rows, columns: sideColumns)
    }
    panes = zip(kinds, [left, right]).map { Place(pane: $0, region: $1) }
    if let side { panes.append(Place(pane: kinds[2], region: side)) }
  }
}
