import AudioCore
package import RadioModel
package import Stations

/// The pane of the station list: groups that open and close, or the stations that fit to a filter.
package struct StationsPane: Pane {
  static let kind = PaneKind.stations

  /// The stations.
  package private(set) var index = StationIndex()
  /// The rows that can be seen by scrolling.
  package private(set) var rows: [StationRow] = []
  /// The position.
  package internal(set) var list = ListView()
  /// The filter.
  package private(set) var filter = PaneFilter()
  /// The words of the search that runs; nil while none does.
  package private(set) var searching: String?
  /// The widths of what the list and the search results contain.
  package private(set) var columns = StationColumns()
  var rowsRegion = Region.empty

  /// Why the list cannot be changed or read.
  private(set) var fault: String?
  /// What the last search said besides its stations, until the next key.
  private(set) var searchNotes: [String] = []
  private var tree = StationTree()
  private var version: Int?
  private var hasSearched = false
  private var playing: (id: String?, url: ShownAddress?) = (nil, nil)

  /// The key that adds a station; nil when there is none.
  private(set) var addKey: String?
  /// The keys that search for the words of a filter, and that clear it; nil where there are none.
  private var filterKeys: (open: String?, close: String?)

  /// Creates a pane without stations.
  package init() { use(.standard) }

  /// Takes the keys that sentences name.
  mutating func use(_ keys: KeyMap) {
    addKey = keys.label(of: .add)
    filterKeys = (keys.label(of: .open), keys.label(of: .close))
    tree.use(favouriteKey: keys.label(of: .toggleFavourite))
    rebuild()
  }

  /// What can be done when no station fits to the filter, which has `words`, as the list shows them.
  func filterSentence(_ words: String) -> String {
    // In the text field the keys are always these.
    let keys = filter.isOpen ? (open: Key.enter.label, close: Key.escape.label) : filterKeys
    let offers = [
      keys.open.map { "\($0) searches the directory for \(words)" }, keys.close.map { "\($0) shows all again" },
    ].compactMap(\.self)
    return "no station fits" + (offers.isEmpty ? "" : "; " + offers.joined(separator: ", "))
  }

  // MARK: What it shows

  /// Takes the station list and the recent stations of the radio. Returns false when they are the same as before.
  @discardableResult
  package mutating func update(_ new: StationListState, recent: [Station]) -> Bool {
    let isNew = new.version != version
    guard isNew || new.fault != fault || recent != index.recent else { return false }
    let isFirst = version == nil
    let chosen = identity(ofRow: list.chosen)
    if isNew {
      index.update(new.stations)
      columns = measuredColumns
    }
    index.update(recent: recent)
    version = new.version
    fault = new.fault
    rebuild(choosing: chosen)
    if isFirst,
      let first = rows.firstIndex(where: { if case .station(let place, _, _) = $0 { place != .demo } else { false } })
    {
      list.choose(first)
    }
    return true
  }

  /// Takes the source that the radio plays: the mark of its row.
  package mutating func update(_ status: RadioStatus) {
    playing = status.state.isTunedIn || status.isHeld ? (status.station, status.url) : (nil, nil)
  }

  /// Records that a search for `words` began.
  mutating func beginSearch(_ words: String) {
    searching = words
    searchNotes = []
    hasSearched = true
    filter.clear()
    index.update(found: [])
    tree.show(.results)
    rebuild(choosing: .group(.results))
  }

  /// Takes the outcome of the search that runs.
  mutating func endSearch(_ outcome: RadioRequests.SearchOutcome) {
    guard searching != nil else { return }
    let chosen = identity(ofRow: list.chosen)
    switch outcome {
    case .cancelled: return
    case .failed(let reason): searchNotes = [reason]
    case .found(let result):
      index.update(found: result.stations)
      columns = measuredColumns
      searchNotes = [result.note, result.report].compactMap(\.self)
    }
    searching = nil
    rebuild(choosing: chosen)
    // Where the group was chosen, its first station is what one wants next.
    if case .group(.results, _, 1..., _, true)? = row(list.chosen) { list.choose(list.chosen + 1) }
  }

  /// Takes what the last search said off the list.
  mutating func dropNotes() { searchNotes = [] }

  /// True for the station that plays. A station that was found or played before it came into the list has another id there.
  func isPlaying(_ station: Station) -> Bool {
    if let id = playing.id, !station.id.isEmpty { return station.id == id || index.listed(station)?.id == id }
    return playing.url == ShownAddress(station.url)
  }

  // MARK: The position

  /// Changes the filter.
  package mutating func changeFilter(_ change: (inout PaneFilter) -> Void) {
    let old = filter.query
    let chosen = identity(ofRow: list.chosen)
    change(&filter)
    // So that the first letter is as fast as the others.
    if filter.isOpen { index.prepareFilter() }
    guard filter.query != old else { return }
    rebuild()
    if filter.query.isEmpty { choose(chosen) } else { list.choose(0) }
  }

  /// Returns a row; nil when there is none.
  func row(_ number: Int) -> StationRow? { rows.indices.contains(number) ? rows[number] : nil }

  /// The station of the chosen row; nil when it is not one of a station.
  package var chosen: (station: Station, place: StationPlace)? {
    guard case .station(let place, _, _) = row(list.chosen), let station = index.station(at: place) else { return nil }
    return (station, place)
  }

  /// Opens or closes the chosen group. Returns false when the chosen row is none.
  mutating func toggleGroup() -> Bool {
    guard case .group(let group, _, _, _, _) = row(list.chosen) else { return false }
    tree.toggle(group)
    rebuild(choosing: .group(group))
    return true
  }

  /// Closes the chosen group, or the one that the chosen row belongs to, and chooses it.
  mutating func fold() {
    let group: StationGroup
    switch row(list.chosen) {
    case .group(let chosen, _, _, _, let isOpen):
      if !isOpen { return }
      group = chosen
    case .station(_, let parent, _), .note(_, let parent): group = parent
    case nil: return
    }
    // A filter shows no groups.
    guard filter.query.isEmpty else { return }
    tree.hide(group)
    rebuild(choosing: .group(group))
  }

  /// Opens the chosen group.
  mutating func unfold() {
    guard case .group(let group, _, _, _, false) = row(list.chosen) else { return }
    tree.show(group)
    rebuild(choosing: .group(group))
  }

  /// What makes a row the same one after the list has changed.
  private enum Identity: Equatable {
    case group(StationGroup)
    case station(String, in: StationGroup)
  }

  private func identity(ofRow number: Int) -> Identity? {
    switch row(number) {
    case .group(let group, _, _, _, _), .note(_, let group): .group(group)
    case .station(let place, let group, _): index.station(at: place).map { .station(Self.name($0), in: group) }
    case nil: nil
    }
  }

  private static func name(_ station: Station) -> String { station.id.isEmpty ? station.url : station.id }

  private mutating func rebuild(choosing chosen: Identity? = nil) {
    if filter.query.isEmpty {
      rows = tree.rows(of: index, hasSearched: hasSearched)
    } else {
      rows = index.places(fitting: filter.query).map { .station($0, in: .all, depth: 0) }
      if StationIndex.demoFits(filter.query) { rows.append(.station(.demo, in: .demo, depth: 0)) }
    }
    list.setCount(rows.count, choosing: list.chosen)
    choose(chosen)
  }

  private mutating func choose(_ identity: Identity?) {
    guard let identity, self.identity(ofRow: list.chosen) != identity else { return }
    if let number = rows.indices.first(where: { self.identity(ofRow: $0) == identity }) {
      list.choose(number)
    } else if case .station(let name, _) = identity,
      let number = rows.indices.first(where: { number in
        if case .station(name, _) = self.identity(ofRow: number) { true } else { false }
      })
    {
      // It is in another group now.
      list.choose(number)
    }
  }
}
