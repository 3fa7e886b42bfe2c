import AudioCore
import RadioModel
package import Stations

extension StationsPane {
  private static let chooseFirst = "choose a station first"

  static let demoStays = "the demo is always in the list, and is not changed"

  /// The words for the directory when no station fits to the filter; nil when some do.
  var wordsToSearch: String? {
    let words = filter.field.text[...].trimmed
    return rows.isEmpty && !words.isEmpty ? String(words) : nil
  }

  /// Returns what playing the chosen station takes; opens or closes a group. Where no station fits to the filter,
  /// returns the search for its words.
  package mutating func open() -> [PaneEffect] {
    if let words = wordsToSearch { return [.search(words)] }
    if toggleGroup() { return [] }
    guard let (station, place) = chosen else { return [] }
    return [play(station, at: place)]
  }

  /// Returns what plays a random one of the stations that are shown: of those below the groups that are open,
  /// or of those that fit to the filter. Another than the one that plays, if there is one.
  package func playRandom() -> [PaneEffect] {
    var places: [StationPlace] = rows.compactMap { if case .station(let place, _, _) = $0 { place } else { nil } }
    places.removeAll { $0 == .demo }
    if places.isEmpty, filter.query.isEmpty { places = index.stations.indices.map(StationPlace.listed) }
    let others = places.filter { index.station(at: $0).map { !isPlaying($0) } ?? false }
    guard let place = (others.isEmpty ? places : others).randomElement(), let station = index.station(at: place) else {
      return [.say("no station is shown")]
    }
    return [play(station, at: place), .say(station.name)]
  }

  private func play(_ station: Station, at place: StationPlace) -> PaneEffect {
    if place == .demo { return .command(.play(.station(.demo))) }
    if let listed = index.listed(station) { return .command(.play(.station(listed))) }
    var source = station
    // Found stations have no id, and a source needs one.
    if case .found(let number) = place, source.id.isEmpty { source.id = "search-\(number + 1)" }
    return .command(.play(.station(source)))
  }

  /// Returns what marks the chosen station as a favourite or removes the mark. A station that is not in the list is
  /// added as a favourite.
  package func toggleFavourite() -> [PaneEffect] {
    guard let (station, place) = chosen else { return [.say(Self.chooseFirst)] }
    return place == .demo ? [.say(Self.demoStays)] : [favourite(station)]
  }

  /// Returns the same for any station.
  func favourite(_ station: Station) -> PaneEffect {
    if let listed = index.listed(station) { return .change(.setFavourite(id: listed.id, !listed.favourite)) }
    var added = station
    added.favourite = true
    return .change(.add(added))
  }

  /// Returns what adds the chosen station to the list, if it is not there yet; otherwise a dialog for another one.
  package func add() -> [PaneEffect] {
    if let (station, place) = chosen, place != .demo, index.listed(station) == nil { return [.change(.add(station))] }
    if let (station, place) = chosen, case .found = place { return [.say("\(station.name) is in your list already")] }
    return [.ask(.add(name: "", url: ""))]
  }

  /// Returns the dialog that edits, tags or deletes the chosen station.
  package func ask(_ dialog: (Station) -> Dialog) -> [PaneEffect] {
    guard let (station, place) = chosen else { return [.say(Self.chooseFirst)] }
    guard place != .demo else { return [.say(Self.demoStays)] }
    guard let listed = index.listed(station) else {
      return [.say(addKey.map { "press \($0) to add \(station.name) first" } ?? "\(station.name) is not in your list")]
    }
    return [.ask(dialog(listed))]
  }
}
