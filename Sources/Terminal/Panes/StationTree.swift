/// The stations in groups, of which some are open.
package struct StationTree: Sendable {
  /// The groups that are open.
  package private(set) var open: Set<StationGroup> = [.favourites, .results, .recent, .all]
  /// The sentence in the group of favourites while there are none.
  private var noFavourites = "f marks a station as a favourite"

  /// Takes the key that marks a station; nil when there is none.
  mutating func use(favouriteKey key: String?) {
    noFavourites = key.map { "\($0) marks a station as a favourite" } ?? "no station is marked"
  }

  /// The least number of stations with a group of recent ones: in a short list they are in sight anyway.
  static let minimumWithRecent = 20

  /// Opens a closed group and closes an open one.
  package mutating func toggle(_ group: StationGroup) {
    if open.remove(group) == nil { open.insert(group) }
  }

  /// Closes a group.
  package mutating func hide(_ group: StationGroup) { open.remove(group) }

  /// Opens a group.
  package mutating func show(_ group: StationGroup) { open.insert(group) }

  /// Returns the rows of the tree for the stations of `index`. The group of results stands there while it has entries,
  /// or when `hasSearched`.
  package func rows(of index: StationIndex, hasSearched: Bool) -> [StationRow] {
    var rows: [StationRow] = []
    func add(_ group: StationGroup, _ name: String, _ places: [StationPlace], depth: Int = 0) {
      let isOpen = open.contains(group)
      rows.append(.group(group, name: name, count: places.count, depth: depth, isOpen: isOpen))
      if isOpen { for place in places { rows.append(.station(place, in: group, depth: depth + 1)) } }
    }
    func addGroups(_ group: StationGroup, _ name: String, _ parts: [(StationGroup, String, [Int])]) {
      guard !parts.isEmpty else { return }
      let isOpen = open.contains(group)
      rows.append(.group(group, name: name, count: parts.count, depth: 0, isOpen: isOpen))
      guard isOpen else { return }
      for part in parts { add(part.0, part.1, part.2.map(StationPlace.listed), depth: 1) }
    }
    add(.favourites, "Favourites", index.favourites.map(StationPlace.listed))
    if index.favourites.isEmpty, open.contains(.favourites) { rows.append(.note(noFavourites, in: .favourites)) }
    if hasSearched || !index.found.isEmpty {
      add(.results, "Search results", index.found.indices.map(StationPlace.found))
    }
    if !index.recent.isEmpty, index.stations.count >= Self.minimumWithRecent {
      add(.recent, "Recent", index.recent.indices.map(StationPlace.recent))
    }
    rows.append(.station(.demo, in: .demo, depth: 1))
    addGroups(.tags, "Tags", index.tags.map { (.tag($0.name), $0.name, $0.stations) })
    addGroups(.countries, "Countries", index.countries.map { (.country($0.name), $0.name, $0.stations) })
    add(.all, "All stations", index.stations.indices.map(StationPlace.listed))
    return rows
  }
}
