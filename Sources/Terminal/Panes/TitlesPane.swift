import AudioCore
package import RadioModel

/// The pane of the titles heard: time, title and station in columns, the latest first.
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

  /// The columns of the widest title and of the widest name of a station.
  private var widest = (title: 0, name: 0)
  private var version: Int?
  /// The titles of which the sound is kept; nil while they are not known.
  private var held: HeldTitles?
  /// The numbers of lines of the titles that are shown, and what they were measured for.
  private var heights: (basis: HeightBasis, lines: [Int])?
  private let time: @Sendable (Double, Bool) -> String

  /// What the numbers of lines depend on.
  private struct HeightBasis: Equatable {
    var version: Int?
    var query: FuzzyQuery
    var columns: Int
    var glyphs: GlyphSet
    var hasSigns: Bool
  }

  /// The columns of a time with the distance to the title, and the distance from the title to the station.
  private static let (timeColumns, distance) = (7, 2)
  /// The columns of a time with a sign behind it that says that the title is kept.
  private static let (clockColumns, signedTimeColumns) = (6, 8)

  /// Creates an empty pane. `time` writes a time in seconds since 1970.
  init(time: @escaping @Sendable (Double, Bool) -> String) { self.time = time }

  /// Takes the titles of the radio. Returns false when they are the same as before.
  mutating func update(_ new: TitleList) -> Bool {
    guard new.version != version else { return false }
    version = new.version
    titles.replace(new.entries, followsEnd: false)
    widest = new.entries.reduce(into: (0, 0)) { widest, entry in
      widest.title = max(widest.title, TextCells.width(of: entry.title, isUTF8: true))
      widest.name = max(widest.name, TextCells.width(of: entry.name, isUTF8: true))
    }
    return true
  }

  /// Takes the sound that is kept of what `status` says is played; nil while that is not known. Returns false when the
  /// same titles are kept as before.
  mutating func update(_ timeShift: TimeShift?, of status: RadioStatus) -> Bool {
    let new = timeShift.map { HeldTitles($0, of: status) }
    defer { held = new }
    return new != held
  }

  /// Returns what keeps the chosen title; the one that is heard where there are no titles.
  func keep() -> [PaneEffect] {
    guard let chosen = titles.chosen else { return [.keep(nil)] }
    guard let held else { return [.say("which titles can be kept is not known yet")] }
    return held.title(of: chosen).map { [.keep($0)] } ?? [.say("this title is no longer in memory")]
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
    let columns = textColumns(in: row.space)
    row.write(time(entry.time, false), .faint, limit: Self.timeColumns, into: &canvas)
    if hasSigns {
      row.column = row.region.column + Self.clockColumns
      let isHeld = held?.title(of: entry) != nil
      row.put(isHeld ? canvas.glyphs.isUTF8 ? 0x2022 : 0x2A : nil, .accent, into: &canvas)
    }
    row.column = row.region.column + leadColumns
    row.wrap(entry.title, .plain, columns: columns.title, into: &canvas)
    row.column += Self.distance
    row.wrap(entry.name, .faint, columns: columns.name, into: &canvas)
  }

  mutating func lines(columns: Int, on canvas: Canvas) -> [Int] {
    let basis = HeightBasis(
      version: version, query: filter.query, columns: columns, glyphs: canvas.glyphs, hasSigns: hasSigns)
    if let heights, heights.basis == basis { return heights.lines }
    let lines = measuredLines(columns: columns, on: canvas)
    heights = (basis, lines)
    return lines
  }

  private func measuredLines(columns: Int, on canvas: Canvas) -> [Int] {
    let columns = textColumns(in: columns)
    return titles.shown.map { number in
      let entry = titles.elements[number]
      return max(
        PaneRow.lines(of: entry.title, columns: columns.title, on: canvas),
        PaneRow.lines(of: entry.name, columns: columns.name, on: canvas))
    }
  }

  /// True when the sound of titles is kept.
  private var hasSigns: Bool { held.map { !$0.isEmpty } ?? false }

  /// The columns before a title.
  private var leadColumns: Int { hasSigns ? Self.signedTimeColumns : Self.timeColumns }

  /// Returns the widths of title and station in a row of `columns` columns: what the widest ones need; where space is
  /// short, the station has a third.
  private func textColumns(in columns: Int) -> (title: Int, name: Int) {
    let space = max(columns - leadColumns - Self.distance, 0)
    let title = min(widest.title, max(space - widest.name, space - space / 3))
    return (title, min(widest.name, space - title))
  }
}
