import RadioModel

/// The pane of the titles heard: time, title and station, the latest first.
package struct TitlesPane: Sendable {
  /// The titles.
  package private(set) var titles = FilteredList<HistoryEntry>(text: { $0.title + " " + $0.name })
  /// True when the pane has to be drawn again.
  var isStale = true

  private var version: Int?
  private let time: @Sendable (Double, Bool) -> String

  /// Creates an empty pane. `time` writes a time in seconds since 1970.
  init(time: @escaping @Sendable (Double, Bool) -> String) { self.time = time }

  /// Takes the titles of the radio.
  mutating func take(_ new: TitleList) {
    guard new.version != version else { return }
    version = new.version
    titles.replace(new.entries, followsEnd: false)
    isStale = true
  }

  /// Changes the filter.
  mutating func changeFilter(_ change: (inout PaneFilter) -> Void) {
    titles.changeFilter(change)
    isStale = true
  }

  /// Changes the position in the list.
  mutating func changeList(_ change: (inout ListView) -> Void) {
    change(&titles.list)
    isStale = true
  }

  private var remark: String {
    let all = titles.elements.count
    return titles.filter.query.isEmpty ? CountText.text(all, "title") : "\(titles.shown.count) of \(all)"
  }

  /// The region of the rows at the last drawing.
  private(set) var rowsRegion = Region(row: 0, column: 0, rows: 0, columns: 0)

  /// Draws the pane.
  mutating func draw(region: Region, hasFocus: Bool, into canvas: inout Canvas) {
    PaneFrame.drawHeading(.titles, remark: remark, region: region, hasFocus: hasFocus, into: &canvas)
    var rows = region.withoutHeading
    if titles.filter.isShown, rows.rows > 0 {
      rows.rows -= 1
      titles.filter.draw(row: rows.row + rows.rows, column: rows.column, columns: rows.columns, into: &canvas)
    }
    if titles.elements.isEmpty {
      rows = PaneFrame.drawSentences([("no titles were heard yet", .faint)], region: rows, into: &canvas)
    }
    rowsRegion = rows
    titles.list.setHeight(rows.rows)
    for number in titles.list.visible {
      let row = rows.row + number - titles.list.top
      guard let entry = titles.element(at: number) else { continue }
      let chosen = PaneFrame.beginRow(
        row, region: rows, isChosen: number == titles.list.chosen, hasFocus: hasFocus, into: &canvas)
      let end = rows.column + rows.columns
      var place = rows.column
      place += canvas.write(
        time(entry.time, false), row: row, column: place, limit: end - place, style: chosen ?? .faint)
      place += 2
      // The station has the rest of the row, or a third of it when the title is long.
      let space = end - place
      let stationSpace = min(canvas.width(of: entry.name), space / 3)
      place += MatchedText.draw(
        entry.title, query: titles.filter.query, row: row, column: place, limit: space - stationSpace - 2,
        style: chosen ?? .plain, into: &canvas)
      place += 2
      MatchedText.draw(
        entry.name, query: titles.filter.query, row: row, column: place, limit: end - place,
        style: chosen ?? .faint, into: &canvas)
    }
    PaneFrame.blank(rows, from: titles.list.visible.count, into: &canvas)
    isStale = false
  }
}

extension Region {
  /// The region without its first row.
  var withoutHeading: Region { Region(row: row + 1, column: column, rows: max(rows - 1, 0), columns: columns) }

  /// True when a cell lies inside.
  func contains(row: Int, column: Int) -> Bool {
    self.row..<self.row + max(rows, 0) ~= row && self.column..<self.column + max(columns, 0) ~= column
  }
}
