import AudioCore
package import RadioModel
import Stations

/// The panes beside the bars: what they show, which one has the keys, and the dialog over them. It is a value that is
/// fed with what the radio knows and with keys, and returns what has to be done.
package struct PaneSet: Sendable {
  /// The places of the panes.
  package private(set) var arrangement: PaneArrangement
  /// The station list.
  package internal(set) var stations = StationsPane()
  /// The titles heard.
  package internal(set) var titles: TitlesPane
  /// The log.
  package internal(set) var log: LogPane
  /// The dialog; nil without one.
  package private(set) var dialog: Dialog?
  /// True when something of the panes or of the dialog changed since the last picture.
  package var isStale = true

  /// The status of the radio.
  package private(set) var status = RadioStatus()
  private var lastSearch = ""
  private var timeShiftDue: Int64 = 0
  /// The width of the list beside another pane, in the layout; nil when no two panes are side by side.
  package var listSpace: ListSpace?
  /// True from a press on the border of the list to the release of the button.
  private var isResizing = false

  /// The interval at which the sound that is kept is read, in nanoseconds.
  private static let timeShiftInterval: Int64 = 1_000_000_000

  /// Creates panes without content. `time` writes a time in seconds since 1970, the second value says whether with
  /// seconds.
  package init(
    focus: PaneKind, widths: ListWidths = ListWidths(), keys: KeyMap = .standard,
    time: @escaping @Sendable (Double, Bool) -> String = { LocalTime.text($0, hasSeconds: $1) }
  ) {
    arrangement = PaneArrangement(focus: focus)
    arrangement.widths = widths
    stations.use(keys)
    titles = TitlesPane(time: time)
    log = LogPane(time: time)
  }

  /// Lets `change` change the panes.
  mutating func apply<Result>(_ change: (inout PaneSet) -> Result) -> Result { change(&self) }

  // MARK: What the radio knows

  /// Reads the stations, titles and log of the radio.
  package mutating func update(_ radio: any RadioService) {
    let changes = [
      stations.update(radio.stations, recent: radio.recent), titles.update(radio.titles),
      log.update(radio.log(after: log.lastNumber)),
    ]
    if changes.contains(true) { isStale = true }
  }

  /// Takes the status of the radio.
  package mutating func update(_ new: RadioStatus) {
    status = new
    stations.update(new)
  }

  /// Records that a search for `words` began.
  package mutating func beginSearch(_ words: String) {
    lastSearch = words
    stations.beginSearch(words)
    isStale = true
    arrangement.show(.stations)
  }

  /// Takes the outcome of a search.
  package mutating func endSearch(_ outcome: RadioRequests.SearchOutcome) {
    stations.endSearch(outcome)
    isStale = true
  }

  /// Reads the sound that the radio keeps, at most once a second; `now` is in nanoseconds of the monotonic clock.
  package mutating func updateTimeShift(of radio: any RadioService, now: Int64) {
    guard now >= timeShiftDue else { return }
    timeShiftDue = now + Self.timeShiftInterval
    if titles.update(radio.timeShift, of: status) { isStale = true }
  }

  /// Takes the line about the machine.
  package mutating func update(performance: String) {
    log.update(performance: performance)
    isStale = true
  }

  // MARK: Keys

  /// True while typed text goes into a dialog or a filter.
  package func isTyping(in focus: PaneKind) -> Bool { dialog != nil || self[focus]?.filter.isOpen == true }

  /// Handles a key that goes into a dialog or into the filter of `focus`, the pane that has the keys. Returns nil when
  /// the key has its usual effect.
  package mutating func type(_ key: Key, focus: PaneKind) -> [PaneEffect]? {
    guard isTyping(in: focus), key != .control(0x0C) else { return nil }
    isStale = true
    if let answer = dialog?.press(key) {
      if answer != .open { dialog = nil }
      return if case .accepted(let effect) = answer { [effect] } else { [] }
    }
    switch key {
    case .escape: self[focus]?.changeFilter { $0.clear() }
    case .enter:
      self[focus]?.changeFilter { $0.close() }
      return focus == .stations ? stations.open() : []
    case .up: self[focus]?.list.move(.up)
    case .down: self[focus]?.list.move(.down)
    case .pageUp: self[focus]?.list.move(.pageUp)
    case .pageDown: self[focus]?.list.move(.pageDown)
    case .tab, .backTab:
      self[focus]?.changeFilter { $0.close() }
      return nil
    default: self[focus]?.changeFilter { _ = $0.press(key) }
    }
    return []
  }

  /// Adds pasted text to a dialog or to the filter of `focus`; ignores it when neither is open.
  package mutating func paste(_ text: String, focus: PaneKind) {
    guard isTyping(in: focus) else { return }
    isStale = true
    if dialog != nil { dialog?.paste(text) } else { self[focus]?.changeFilter { $0.paste(text) } }
  }

  /// Carries out an action while `focus` has the keys. Returns nil for an action that is not one of the panes.
  package mutating func perform(_ action: ViewAction, focus: PaneKind) -> [PaneEffect]? {
    isStale = true
    if focus == .stations { stations.dropNotes() }
    switch action {
    case .move(let move): self[focus]?.list.move(move)
    case .open: return perform(self[focus]?.open() ?? [])
    case .stepPane(let steps): arrangement.show(arrangement.focus.stepped(by: steps))
    case .showPane(let pane): arrangement.show(pane)
    case .toggleAlone: arrangement.isAlone.toggle()
    case .fold: if focus == .stations { stations.fold() }
    case .unfold: if focus == .stations { stations.unfold() }
    case .resizeList(let columns):
      guard let space = listSpace else { return [.say("one pane has the whole width")] }
      arrangement.widths.set(space.columns + columns, in: space)
    case .playRandom: return stations.playRandom()
    case .copyTitle:
      guard let title = status.title, !title.isEmpty else { return [.say("no title to copy")] }
      return [.copy(title)]
    case .keepTitle:
      if let refusal = status.refusalOfKeeping { return [.say(refusal)] }
      return focus == .titles ? titles.keep() : [.keep(nil)]
    case .close where arrangement.isAlone: arrangement.isAlone = false
    case .filter: self[focus]?.changeFilter { $0.open() }
    case .close: self[focus]?.changeFilter { $0.clear() }
    case .search: dialog = .search(lastSearch)
    case .toggleFavourite: return focus == .stations ? stations.toggleFavourite() : favouriteThatPlays()
    case .add: return perform(focus == .stations ? stations.add() : addThatPlays())
    case .edit: return perform(stations.ask { .edit($0) })
    case .editTags: return perform(stations.ask { .tags($0) })
    case .delete: return perform(stations.ask { .delete($0) })
    case .stepLevel: log.stepLevel()
    case .command, .stepVisualizer, .toggleStereo, .nextTheme, .toggleHelp, .redraw, .quit, .quitAndStop: return nil
    }
    return []
  }

  /// Shows the dialog among `effects`, and returns the other effects.
  private mutating func perform(_ effects: [PaneEffect]) -> [PaneEffect] {
    effects.filter { effect in
      guard case .ask(let question) = effect else { return true }
      dialog = question
      return false
    }
  }

  /// The station that plays, as it is in the list; else as far as it is known.
  private var stationThatPlays: Station? {
    if let listed = status.station.flatMap({ stations.index.station(id: $0) }) { return listed }
    guard let url = status.url, !status.name.isEmpty else { return nil }
    let station = Station(id: "", name: status.name, url: url.text)
    return stations.index.listed(station) ?? station
  }

  private var playsDemo: Bool { status.station == Station.demoID }

  private func favouriteThatPlays() -> [PaneEffect] {
    if playsDemo { return [.say(StationsPane.demoStays)] }
    return stationThatPlays.map { [stations.favourite($0)] } ?? [.say("nothing plays that could be a favourite")]
  }

  private func addThatPlays() -> [PaneEffect] {
    if playsDemo { return [.say(StationsPane.demoStays)] }
    guard let station = stationThatPlays, stations.index.listed(station) == nil else {
      return [.ask(.add(name: "", url: ""))]
    }
    return [.ask(.add(name: station.name, url: station.url))]
  }

  // MARK: The mouse

  /// Handles the mouse. Returns nil when it was used over nothing that the panes react to.
  package mutating func handle(_ event: MouseEvent, isDouble: Bool, layout: ViewLayout, columns: Int) -> [PaneEffect]? {
    if dialog != nil { return [] }
    if resize(event, layout: layout) { return [] }
    if event.kind == .drag || event.kind == .release { return [] }
    isStale = true
    if event.kind == .press, let row = layout.tabRow, event.row == row {
      let place = layout.place(ofRow: row, columns: columns)
      if let pane = TabRow.pane(at: event.column, in: place, focus: layout.focus) { arrangement.show(pane) }
      return []
    }
    guard let pane = layout.panes.first(where: { $0.region.contains(row: event.row, column: event.column) })?.pane
    else { return nil }
    switch event.kind {
    case .drag, .release: break
    case .wheelUp, .wheelDown:
      guard pane.isList else { return nil }
      self[pane]?.list.scroll(down: event.kind == .wheelDown)
    case .press:
      if !arrangement.isAlone, layout.panes.count > 1 || pane.isList { arrangement.show(pane) }
      guard let shown = self[pane], let row = shown.list.row(at: event.row - shown.rowsRegion.row) else { return [] }
      self[pane]?.list.choose(row)
      if isDouble { return perform(self[pane]?.open() ?? []) }
    }
    return []
  }

  /// Changes the width of the list while its border is dragged. Returns false for other actions of the mouse.
  private mutating func resize(_ event: MouseEvent, layout: ViewLayout) -> Bool {
    switch event.kind {
    case .press:
      guard let space = layout.listSpace, event.column == space.border,
        layout.panes.contains(where: { $0.region.end == space.border && $0.region.rows(contain: event.row) })
      else {
        isResizing = false
        return false
      }
      isResizing = true
    case .drag:
      guard isResizing, let space = layout.listSpace else { return false }
      arrangement.widths.set(event.column - space.firstColumn, in: space)
    case .release:
      guard isResizing else { return false }
      isResizing = false
    case .wheelUp, .wheelDown: return false
    }
    return true
  }

  /// The list of a kind; nil for the bars.
  private subscript(kind: PaneKind) -> (any Pane)? {
    get {
      switch kind {
      case .stations: stations
      case .titles: titles
      case .log: log
      case .nowPlaying: nil
      }
    }
    set {
      switch newValue {
      case let new as StationsPane: stations = new
      case let new as TitlesPane: titles = new
      case let new as LogPane: log = new
      default: break
      }
    }
  }

  // MARK: Drawing

  /// Draws the panes into blank cells. `sentences` stand above the list that has the place of the bars.
  package mutating func draw(
    layout: ViewLayout, sentences: [(text: String, style: Style)], into canvas: inout Canvas
  ) {
    if let row = layout.tabRow {
      TabRow.draw(focus: layout.focus, in: layout.place(ofRow: row, columns: canvas.columns), into: &canvas)
    }
    for place in layout.panes {
      let hasFocus = place.pane == layout.focus
      if place.pane.isList {
        let region = PaneFrame.drawSentences(sentences, region: place.region, into: &canvas)
        self[place.pane]?.draw(region: region, hasFocus: hasFocus, into: &canvas)
      } else if layout.panes.count > 1 {
        PaneFrame.drawHeading(place.pane, remark: "", region: place.region, hasFocus: hasFocus, into: &canvas)
      }
    }
  }

  /// Draws the dialog.
  mutating func drawDialog(into canvas: inout Canvas) { dialog?.draw(into: &canvas) }
}
