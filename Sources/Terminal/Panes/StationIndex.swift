import AudioCore
package import RadioModel
package import Stations

/// The stations that a view knows, in the orders that its list needs.
package struct StationIndex: Sendable {
  /// Stations with something in common.
  package struct Part: Sendable, Equatable {
    /// What they have in common.
    package var name: String
    /// Their numbers in `stations`, in ascending order.
    package var stations: [Int]
  }

  /// The station list.
  package private(set) var stations: [Station] = []
  /// The stations that the last search found.
  package private(set) var found: [FoundStation] = []
  /// The stations that were played last, the latest first.
  package private(set) var recent: [Station] = []
  /// The numbers of the marked stations.
  package private(set) var favourites: [Int] = []
  /// The stations by tag, in the order of the tags.
  package private(set) var tags: [Part] = []
  /// The stations by the name of their country.
  package private(set) var countries: [Part] = []

  /// The numbers of the stations by their ids and addresses.
  private var numbers: [String: Int] = [:]
  private var addresses: [String: Int] = [:]
  /// The folded texts of `stations`, made when a filter needs them.
  private var texts: [(name: FoldedText, remarks: FoldedText)] = []
  private var foundTexts: [(name: FoldedText, remarks: FoldedText)] = []

  /// The maximum number of found and of recent stations.
  private static let maximumOthers = 1000
  /// The maximum number of tags, the most common first, and the maximum number of one station.
  private static let maximumTags = 500

  /// The built-in station, under a name that says what it is good for.
  package static let demo = Station(id: Station.demoID, name: "\(Station.demo.name) (needs no network)", url: "")

  /// Creates an index without stations.
  package init() {}

  /// Replaces the station list.
  package mutating func update(_ new: [Station]) {
    // Most changes leave most texts as they are.
    let old = texts.isEmpty ? [:] : numbers
    let oldStations = stations
    let oldTexts = texts
    stations = new
    numbers = [:]
    addresses = [:]
    favourites = []
    for (number, station) in new.enumerated() {
      numbers[station.id] = number
      if addresses[station.url] == nil { addresses[station.url] = number }
      if station.favourite { favourites.append(number) }
    }
    if !oldTexts.isEmpty {
      var cache = FoldingCache()
      texts = new.map { station in
        if let number = old[station.id], Self.hasSameTexts(oldStations[number], station) { return oldTexts[number] }
        return Self.texts(of: station, &cache)
      }
    }
    groupByTags()
    groupByCountries()
  }

  /// Replaces the found stations.
  package mutating func update(found new: [FoundStation]) {
    found = Array(new.prefix(Self.maximumOthers))
    var cache = FoldingCache()
    foundTexts = found.map { Self.texts(of: $0.station, &cache) }
  }

  /// Replaces the recent stations.
  package mutating func update(recent new: [Station]) { recent = Array(new.prefix(Self.maximumOthers)) }

  /// Returns the station at `place`; nil when there is none any more.
  package func station(at place: StationPlace) -> Station? {
    switch place {
    case .listed(let number): stations.indices.contains(number) ? stations[number] : nil
    case .found(let number): found.indices.contains(number) ? found[number].station : nil
    case .recent(let number): recent.indices.contains(number) ? recent[number] : nil
    case .demo: Self.demo
    }
  }

  /// Returns the station of the list with this id.
  package func station(id: String) -> Station? { numbers[id].map { stations[$0] } }

  /// Returns the station of the list that is `station`: one with its address, or its entry.
  package func listed(_ station: Station) -> Station? {
    if let same = self.station(id: station.id), same.url == station.url { return same }
    return addresses[station.url].map { stations[$0] }
  }

  /// Returns the stations of the list and then those found that fit to `query`, the best first.
  package mutating func places(fitting query: FuzzyQuery) -> [StationPlace] {
    prepareFilter()
    let others = foundTexts.indices.filter { addresses[found[$0].station.url] == nil }
    return Self.ranked(texts.indices, of: texts, query).map(StationPlace.listed)
      + Self.ranked(others, of: foundTexts, query).map(StationPlace.found)
  }

  /// True when the built-in station has the words of `query` as they are. Its name is long, and would have the letters
  /// of many short names in their order.
  static func demoFits(_ query: FuzzyQuery) -> Bool {
    var cache = FoldingCache()
    let texts = Self.texts(of: demo, &cache)
    return query.isWhole(in: texts.name, texts.remarks)
  }

  /// Returns those of the `numbers` whose texts fit to `query`, the best first, and those of one rank in their order.
  private static func ranked(
    _ numbers: some Sequence<Int>, of texts: [(name: FoldedText, remarks: FoldedText)], _ query: FuzzyQuery
  ) -> [Int] {
    numbers.compactMap { number in
      query.rank(name: texts[number].name, remarks: texts[number].remarks).map { (rank: $0, number: number) }
    }.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map(\.number)
  }

  /// Folds the texts of the list, unless that was done before.
  package mutating func prepareFilter() {
    guard texts.count != stations.count else { return }
    var cache = FoldingCache()
    texts = stations.map { Self.texts(of: $0, &cache) }
  }

  private static func hasSameTexts(_ left: Station, _ right: Station) -> Bool {
    left.name == right.name && left.tags == right.tags && left.country == right.country
  }

  private static func texts(
    of station: Station, _ cache: inout FoldingCache
  ) -> (name: FoldedText, remarks: FoldedText) {
    let country = station.country.map { "\(CountryNames.name(of: $0)) \($0)" } ?? ""
    let remarks = (station.tags + [country]).joined(separator: " ")
    let limit = FuzzyQuery.maximumLength
    return (FoldedText(station.name, limit: limit, cache: &cache), FoldedText(remarks, limit: limit, cache: &cache))
  }

  private mutating func groupByTags() {
    tags = parts { Set($0.tags.prefix(Self.maximumTags)) }
    guard tags.count > Self.maximumTags else { return }
    tags.sort { ($1.stations.count, $0.name) < ($0.stations.count, $1.name) }
    tags = tags.prefix(Self.maximumTags).sorted { $0.name < $1.name }
  }

  private mutating func groupByCountries() {
    countries = parts { station in
      guard let code = station.country, !code.isEmpty else { return [] }
      return [CountryNames.name(of: code)]
    }
  }

  /// Returns the stations by those of their texts that `names` gives, in the order of these.
  private func parts(_ names: (Station) -> Set<String>) -> [Part] {
    var parts: [String: [Int]] = [:]
    for (number, station) in stations.enumerated() {
      for name in names(station) { parts[name, default: []].append(number) }
    }
    return parts.map { Part(name: $0.key, stations: $0.value) }.sorted { $0.name < $1.name }
  }
}
