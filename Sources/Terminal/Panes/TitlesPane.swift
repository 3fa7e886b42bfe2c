import AudioCore
package import RadioModel

/// The pane of the titles heard: time, title and station, the latest first.
package struct TitlesPane: Pane {
  static let kind = PaneKind.titles

  /// The titles.
  package private(set) var titles = FilteredList<HistoryEntry>(text: { $0.title + " " + $0.name })
  var list: ListView {
    get { titles.list }
    set { titles.list = newValue }
  }
  var filter: PaneFilter { titles.filter }
  var rowsRegion = Region.empty

  private var version: Int?
  private let time: @Sendable (Double, Bool) -> String

  /// Creates an empty pane. `time` writes a time in seconds since 1970.
  init(time: @escaping @Sendable (Double, Bool) -> String) { self.time = time }

  /// Takes the titles of the radio. Returns false when they are the same as before.
  mutating func update(_ new: TitleList) -> Bool {
    guard new.version != version else { return false }
    version = new.version
    titles.replace(new.entries, followsEnd: false)
    return true
  }

  mutating func changeFilter(_ change: (inout PaneFilter) -> Void) { titles.changeFilter(change) }

  func open() -> [PaneEffect] { titles.chosen.map { [.copy($0.title)] } ?? [] }

  func remark(isUTF8: Bool) -> String {
    let all = titles.elements.count
    return filter.query.isEmpty ? NumberText.count(all, "title") : "\(titles.shown.count) of \(all)"
  }

  func sentences(isUTF8: Bool) -> [(text: String, style: Style)] {
    titles.elements.isEmpty ? [("no titles yet", .faint)] : []
  }

  func draw(_ number: Int, in row: inout PaneRow, into canvas: inout Canvas) {
    guard let entry = titles.element(at: number) else { return }
    row.write(time(entry.time, false), .faint, into: &canvas)
    row.column += 2
    // The station has the rest of the row, or a third of it when the title is long.
    let stationSpace = min(canvas.width(of: entry.name), row.space / 3)
    row.match(entry.title, .plain, limit: row.space - stationSpace - 2, into: &canvas)
    row.column += 2
    row.match(entry.name, .faint, into: &canvas)
  }
}
