import RadioModel
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
  package private(set) var dialog: Dialog? {
    didSet { isUncovered = true }
  }
  /// True when something that covered the panes changed or went.
  var isUncovered = false

  /// The status of the radio.
  package private(set) var status = RadioStatus()
  private let time: @Sendable (Double, Bool) -> String
  private var lastSearch = ""
  /// The sentences that were drawn in place of those over the bars.
  private var drawnSentences: [String] = []

  /// Creates panes without content. `time` writes a time in seconds since 1970, the second value says whether with
  /// seconds.
  package init(
    focus: PaneKind, time: @escaping @Sendable (Double, Bool) -> String = { LocalTime.text($0, hasSeconds: $1) }
  ) {
    arrangement = PaneArrangement(focus: focus)
    self.time = time
    titles = TitlesPane(time: time)
    log = LogPane(time: time)
  }

  /// Lets `change` change the panes.
  mutating func apply<Result>(_ change: (inout PaneSet) -> Result) -> Result { change(&self) }

  // MARK: What the radio knows

  /// Reads the stations, titles and log of the radio.
  package mutating func take(_ radio: any RadioService) {
    stations.take(radio.stations, recent: radio.recent)
    titles.take(radio.titles)
    log.take(radio.log(after: log.lastNumber))
  }

  /// Takes the status of the radio.
  package mutating func take(_ new: RadioStatus) {
    status = new
    stations.take(new)
  }

  /// Records that a search for `words` began.
  package mutating func beginSearch(_ words: String) {
    lastSearch = words
    stations.beginSearch(words)
    arrangement.show(.stations)
  }

  /// Takes the outcome of a search.
  package mutating func endSearch(_ outcome: RadioRequests.SearchOutcome) { stations.endSearch(outcome) }

  /// Takes the line about the machine.
  package mutating func take(performance: String) { log.take(performance: performance) }

  // MARK: Keys

  /// True while typed text goes into a dialog or a filter.
  package func isTyping(in focus: PaneKind) -> Bool { dialog != nil || filter(of: focus)?.isOpen == true }

  /// Handles a key that goes into a dialog or into the filter of `focus`, the pane that has the keys. Returns nil when
  /// the key has its usual effect.
  package mutating func type(_ key: Key, focus: PaneKind) -> [PaneEffect]? {
    if key == .control(0x0C) { return nil }
    if dialog != nil {
      switch dialog?.press(key) {
      case .accepted(let effect):
        dialog = nil
        return [effect]
      case .closed:
        dialog = nil
        return []
      case .open, nil: return []
      }
    }
    guard filter(of: focus)?.isOpen == true else { return nil }
    switch key {
    case .escape: changeFilter(of: focus) { $0.clear() }
    case .enter:
      changeFilter(of: focus) { $0.close() }
      return focus == .stations ? stations.open() : []
    case .up, .down, .pageUp, .pageDown:
      if case .move(let move) = KeyMap.action(of: key, in: focus) { changeList(of: focus) { $0.move(move) } }
    case .tab, .backTab:
      changeFilter(of: focus) { $0.close() }
      return nil
    default: changeFilter(of: focus) { _ = $0.press(key) }
    }
    return []
  }

  /// Adds pasted text to a dialog or to the filter of `focus`; ignores it when neither is open.
  package mutating func paste(_ text: String, focus: PaneKind) {
    if dialog != nil {
      dialog?.paste(text)
    } else if filter(of: focus)?.isOpen == true {
      changeFilter(of: focus) { $0.paste(text) }
    }
  }

  /// Carries out an action while `focus` has the keys. Returns nil for an action that is not one of the panes.
  package mutating func perform(_ action: ViewAction, focus: PaneKind) -> [PaneEffect]? {
    switch action {
    case .move(let move): changeList(of: focus) { $0.move(move) }
    case .open: return perform(openChosen(in: focus))
    case .stepPane(let steps): arrangement.show(arrangement.focus.stepped(by: steps))
    case .showPane(let pane): arrangement.show(pane)
    case .toggleAlone: arrangement.isAlone.toggle()
    case .filter: changeFilter(of: focus) { $0.open() }
    case .close: changeFilter(of: focus) { $0.clear() }
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

  private mutating func openChosen(in pane: PaneKind) -> [PaneEffect] {
    switch pane {
    case .stations: return stations.open()
    case .log:
      guard let record = log.records.chosen else { return [] }
      return [.ask(.details(record, time: time(record.time, true)))]
    case .nowPlaying, .titles: return []
    }
  }

  /// The station that plays, as it is in the list; else as far as it is known.
  private var stationThatPlays: Station? {
    if let listed = status.station.flatMap({ stations.index.station(id: $0) }) { return listed }
    guard let url = status.url, !status.name.isEmpty else { return nil }
    let station = Station(id: "", name: status.name, url: url.text)
    return stations.index.listed(station) ?? station
  }

  private func favouriteThatPlays() -> [PaneEffect] {
    stationThatPlays.map { [stations.favourite($0)] } ?? [.say("nothing plays that could be a favourite")]
  }

  private func addThatPlays() -> [PaneEffect] {
    guard let station = stationThatPlays, stations.index.listed(station) == nil else {
      return [.ask(.add(name: "", url: ""))]
    }
    return [.ask(.add(name: station.name, url: station.url))]
  }

  // MARK: The mouse

  /// Handles the mouse. Returns nil when it was used over nothing that the panes react to.
  package mutating func handle(_ event: MouseEvent, isDouble: Bool, layout: ViewLayout, columns: Int) -> [PaneEffect]? {
    if dialog != nil { return [] }
    if event.kind == .press, event.row == layout.tabRow {
      if let pane = TabRow.pane(at: event.column, columns: columns, margin: layout.textMargin, focus: layout.focus) {
        arrangement.show(pane)
      }
      return []
    }
    guard let pane = layout.panes.first(where: { $0.region.contains(row: event.row, column: event.column) })?.pane
    else { return nil }
    switch event.kind {
    case .wheelUp, .wheelDown:
      guard pane.isList else { return nil }
      changeList(of: pane) { $0.scroll(down: event.kind == .wheelDown) }
    case .press:
      if !arrangement.isAlone, layout.panes.count > 1 || pane.isList { arrangement.show(pane) }
      guard let row = list(of: pane)?.row(at: event.row - rowsRegion(of: pane).row) else { return [] }
      changeList(of: pane) { $0.choose(row) }
      if isDouble { return perform(openChosen(in: pane)) }
    }
    return []
  }

  // MARK: The panes by their kinds

  private func filter(of pane: PaneKind) -> PaneFilter? {
    switch pane {
    case .stations: stations.filter
    case .titles: titles.titles.filter
    case .log: log.records.filter
    case .nowPlaying: nil
    }
  }

  private mutating func changeFilter(of pane: PaneKind, _ change: (inout PaneFilter) -> Void) {
    switch pane {
    case .stations: stations.changeFilter(change)
    case .titles: titles.changeFilter(change)
    case .log: log.changeFilter(change)
    case .nowPlaying: break
    }
  }

  private func list(of pane: PaneKind) -> ListView? {
    switch pane {
    case .stations: stations.list
    case .titles: titles.titles.list
    case .log: log.records.list
    case .nowPlaying: nil
    }
  }

  private mutating func changeList(of pane: PaneKind, _ change: (inout ListView) -> Void) {
    switch pane {
    case .stations: stations.changeList(change)
    case .titles: titles.changeList(change)
    case .log: log.changeList(change)
    case .nowPlaying: break
    }
  }

  private func rowsRegion(of pane: PaneKind) -> Region {
    switch pane {
    case .stations: stations.rowsRegion
    case .titles: titles.rowsRegion
    case .log: log.rowsRegion
    case .nowPlaying: Region(row: 0, column: 0, rows: 0, columns: 0)
    }
  }

  // MARK: Drawing

  /// Draws the panes that changed, all of them when `isStale`. `sentences` stand above the list that has the place of
  /// the bars.
  package mutating func draw(
    layout: ViewLayout, sentences: [(text: String, style: Style)], isStale: Bool, into canvas: inout Canvas
  ) {
    let texts = sentences.map(\.text)
    let isStale = isStale || texts != drawnSentences
    drawnSentences = texts
    if isStale, let row = layout.tabRow {
      TabRow.draw(focus: layout.focus, row: row, margin: layout.textMargin, into: &canvas)
    }
    for place in layout.panes where isStale || needsDrawing(place.pane) {
      let hasFocus = place.pane == layout.focus
      var region = place.region
      if place.pane.isList, !sentences.isEmpty {
        region = PaneFrame.drawSentences(sentences, region: region, into: &canvas)
      }
      switch place.pane {
      case .stations: stations.draw(region: region, hasFocus: hasFocus, into: &canvas)
      case .titles: titles.draw(region: region, hasFocus: hasFocus, into: &canvas)
      case .log: log.draw(region: region, hasFocus: hasFocus, into: &canvas)
      case .nowPlaying:
        guard layout.panes.count > 1 else { continue }
        PaneFrame.drawHeading(.nowPlaying, remark: "", region: region, hasFocus: hasFocus, into: &canvas)
      }
    }
  }

  private func needsDrawing(_ pane: PaneKind) -> Bool {
    switch pane {
    case .stations: stations.isStale
    case .titles: titles.isStale
    case .log: log.isStale
    case .nowPlaying: false
    }
  }

  /// Draws the dialog.
  mutating func drawDialog(into canvas: inout Canvas) {
    guard var shown = dialog else { return }
    shown.draw(into: &canvas)
    keepFirstLine(shown.firstLine)
  }

  private mutating func keepFirstLine(_ line: Int) {
    guard dialog?.firstLine != line else { return }
    let wasUncovered = isUncovered
    dialog?.firstLine = line
    isUncovered = wasUncovered
  }
}
