import RadioModel

/// The pane of the program's log: time, level, category and text, the newest at the bottom, and below them what the
/// player needs of the machine.
package struct LogPane: Sendable {
  /// The records.
  package private(set) var records = FilteredList<LogRecord>(
    text: { "\($0.level.rawValue) \($0.category) \($0.text)" }, condition: { $0.level >= LogPane.firstLevel })
  /// The least level that is shown.
  package private(set) var level = LogPane.firstLevel
  /// The number of errors and warnings since the program started, in words; empty without any.
  package private(set) var counters = ""
  /// True when the pane has to be drawn again.
  var isStale = true

  private var errors = 0
  private var warnings = 0
  private var performance = ""
  private let time: @Sendable (Double, Bool) -> String

  private static let firstLevel = LogLevel.info
  /// The maximum number of records.
  private static let mostRecords = 1000
  /// The width of the longest level in columns.
  private static let levelColumns = 7
  /// The minimum width for a column of categories.
  private static let narrowestWithCategory = 50

  /// Creates an empty pane. `time` writes a time in seconds since 1970.
  init(time: @escaping @Sendable (Double, Bool) -> String) { self.time = time }

  /// The number of the last record; 0 without one.
  var lastNumber: Int { records.elements.last?.number ?? 0 }

  /// Takes the records after `lastNumber`.
  mutating func take(_ extract: LogExtract) {
    if extract.errors != errors || extract.warnings != warnings {
      (errors, warnings) = (extract.errors, extract.warnings)
      let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      counters = counts.map { CountText.text($0.0, $0.1) }.joined(separator: ", ")
    }
    guard !extract.records.isEmpty else { return }
    records.replace((records.elements + extract.records).suffix(Self.mostRecords), followsEnd: true)
    isStale = true
  }

  /// Takes the line about the machine.
  mutating func take(performance new: String) {
    guard new != performance else { return }
    performance = new
    isStale = true
  }

  /// Shows records from the next level on, in a ring.
  mutating func stepLevel() {
    let all = LogLevel.allCases
    let next = all[((all.firstIndex(of: level) ?? 0) + 1) % all.count]
    level = next
    records.setCondition { $0.level >= next }
    isStale = true
  }

  /// Changes the filter.
  mutating func changeFilter(_ change: (inout PaneFilter) -> Void) {
    records.changeFilter(choosesEnd: true, change)
    isStale = true
  }

  /// Changes the position in the list.
  mutating func changeList(_ change: (inout ListView) -> Void) {
    change(&records.list)
    isStale = true
  }

  /// The region of the rows at the last drawing.
  private(set) var rowsRegion = Region(row: 0, column: 0, rows: 0, columns: 0)

  /// Draws the pane.
  mutating func draw(region: Region, hasFocus: Bool, into canvas: inout Canvas) {
    let count = records.shown.count
    let from = level == .debug ? "all levels" : level == .error ? "errors" : "from \(level.rawValue)"
    PaneFrame.drawHeading(
      .log, remark: "\(CountText.text(count, "record")), \(from)", region: region, hasFocus: hasFocus, into: &canvas)
    var rows = region.withoutHeading
    let isUTF8 = canvas.glyphs.isUTF8
    if !performance.isEmpty {
      let lines = TextCells(performance, isUTF8: isUTF8).lines(
        ofColumns: rows.columns, limit: min(4, rows.rows), isUTF8: isUTF8)
      rows.rows -= lines.count
      for (number, line) in lines.enumerated() {
        let row = rows.row + rows.rows + number
        canvas.fill(0x20, row: row, column: rows.column, count: rows.columns, style: .plain)
        canvas.write(line, row: row, column: rows.column, limit: rows.columns, style: .faint)
      }
    }
    if records.filter.isShown, rows.rows > 0 {
      rows.rows -= 1
      records.filter.draw(row: rows.row + rows.rows, column: rows.column, columns: rows.columns, into: &canvas)
    }
    rowsRegion = rows
    records.list.setHeight(rows.rows)
    for number in records.list.visible {
      guard let record = records.element(at: number) else { continue }
      let row = rows.row + number - records.list.top
      let chosen = PaneFrame.beginRow(
        row, region: rows, isChosen: number == records.list.chosen, hasFocus: hasFocus, into: &canvas)
      draw(record, row: row, region: rows, chosen: chosen, into: &canvas)
    }
    PaneFrame.blank(rows, from: records.list.visible.count, into: &canvas)
    isStale = false
  }

  private func draw(_ record: LogRecord, row: Int, region: Region, chosen: Style?, into canvas: inout Canvas) {
    let end = region.column + region.columns
    var place = region.column
    func write(_ text: String, columns: Int, _ style: Style) {
      canvas.write(text, row: row, column: place, limit: min(columns, end - place), style: chosen ?? style)
      place += columns + 1
    }
    write(time(record.time, true), columns: 8, .faint)
    write(record.level.rawValue, columns: Self.levelColumns, Self.style(of: record.level))
    if region.columns >= Self.narrowestWithCategory { write(record.category, columns: 12, .faint) }
    MatchedText.draw(
      record.text, query: records.filter.query, row: row, column: place, limit: end - place, style: chosen ?? .plain,
      into: &canvas)
  }

  private static func style(of level: LogLevel) -> Style {
    switch level {
    case .debug, .info: .faint
    case .notice: .plain
    case .warning: .notice
    case .error: .alarm
    }
  }
}
