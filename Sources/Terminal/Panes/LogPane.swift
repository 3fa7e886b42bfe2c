import AudioCore
package import RadioModel

/// The pane of the program's log: time, level, category and text, the newest at the bottom, and below them what the
/// player needs of the machine.
package struct LogPane: Pane {
  static let kind = PaneKind.log

  /// The records.
  package private(set) var records = FilteredList<LogRecord>(
    text: { "\($0.level.rawValue) \($0.category) \($0.text)" }, condition: { $0.level >= LogPane.firstLevel })
  /// The lowest level that is shown.
  package private(set) var level = LogPane.firstLevel
  /// The number of errors and warnings since the program started, in words; empty without any.
  package private(set) var counters = ""
  /// The line about the machine.
  private(set) var footer = ""
  var list: ListView {
    get { records.list }
    set { records.list = newValue }
  }
  var filter: PaneFilter { records.filter }
  var rowsRegion = Region.empty

  /// The numbers of lines by the numbers of the records, in this number of columns.
  private var heights: (columns: Int, lines: [Int: Int]) = (0, [:])
  private var errors = 0
  private var warnings = 0
  private let time: @Sendable (Double, Bool) -> String

  private static let firstLevel = LogLevel.info
  /// The maximum number of records.
  private static let maximumRecords = 1000
  /// The widths of a time and of a category in columns.
  private static let (timeColumns, categoryColumns) = (8, 12)
  /// The width of the longest level in columns.
  private static let levelColumns = 7
  /// The minimum width for a column of categories.
  private static let narrowestWithCategory = 50

  /// The maximum number of records whose numbers of lines are kept.
  private static let maximumHeights = 4 * maximumRecords

  /// Creates an empty pane. `time` writes a time in seconds since 1970.
  init(time: @escaping @Sendable (Double, Bool) -> String) { self.time = time }

  /// The number of the last record; 0 without one.
  var lastNumber: Int { records.elements.last?.number ?? 0 }

  /// Takes the records after `lastNumber`. Returns false when nothing is new.
  mutating func update(_ extract: LogExtract) -> Bool {
    let isCounted = extract.errors != errors || extract.warnings != warnings
    if isCounted {
      (errors, warnings) = (extract.errors, extract.warnings)
      let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      counters = counts.map { NumberText.count($0.0, $0.1) }.joined(separator: ", ")
    }
    guard !extract.records.isEmpty else { return isCounted }
    records.replace((records.elements + extract.records).suffix(Self.maximumRecords), followsEnd: true)
    return true
  }

  /// Takes the line about the machine.
  mutating func update(performance new: String) { footer = new }

  /// Shows records from the next level on, in a ring.
  mutating func stepLevel() {
    let next = level.stepped(by: 1)
    level = next
    records.setCondition { $0.level >= next }
  }

  mutating func changeFilter(_ change: (inout PaneFilter) -> Void) { records.changeFilter(choosesEnd: true, change) }

  func open() -> [PaneEffect] {
    records.chosen.map { [.ask(.details($0, time: time($0.time, true)))] } ?? []
  }

  func remark(isUTF8: Bool) -> String {
    let from = level == .debug ? "all levels" : level == .error ? "errors" : "from \(level.rawValue)"
    return "\(NumberText.count(records.shown.count, "record")), \(from)"
  }

  mutating func lines(columns: Int, on canvas: Canvas) -> [Int] {
    let columns = columns - Self.textOffset(columns: columns)
    if heights.columns != columns || heights.lines.count > Self.maximumHeights { heights = (columns, [:]) }
    return records.shown.map { number in
      let record = records.elements[number]
      if let lines = heights.lines[record.number] { return lines }
      let lines = PaneRow.lines(of: record.text, columns: columns, on: canvas)
      heights.lines[record.number] = lines
      return lines
    }
  }

  /// Returns the columns before the text in a pane of this width.
  private static func textOffset(columns: Int) -> Int {
    timeColumns + 1 + levelColumns + 1 + (columns >= narrowestWithCategory ? categoryColumns + 1 : 0)
  }

  func draw(_ number: Int, in row: inout PaneRow, into canvas: inout Canvas) {
    guard let record = records.element(at: number) else { return }
    func write(_ text: String, columns: Int, _ style: Style) {
      let next = row.column + columns + 1
      row.write(text, style, limit: columns, into: &canvas)
      row.column = next
    }
    write(time(record.time, true), columns: Self.timeColumns, .faint)
    write(record.level.rawValue, columns: Self.levelColumns, Self.style(of: record.level))
    if row.region.columns >= Self.narrowestWithCategory {
      write(record.category, columns: Self.categoryColumns, .faint)
    }
    row.wrap(record.text, .plain, columns: row.space, into: &canvas)
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
