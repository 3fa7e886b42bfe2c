public import AudioCore

extension StationList {
  /// The outcome for a station that was to be added.
  public enum Addition: Sendable, Hashable {
    /// It is in the list now, in this form: with a unique id.
    case added(Station)
    /// It was left out: the list has its address, or its id in the directory, already; `known` is that station.
    case duplicate(Station, known: Station)
    /// It was left out: the list is full.
    case full(Station)
  }

  /// Adds the stations of `new` at the end, in their order, and returns the outcome for each. Leaves out a station
  /// whose address, or whose id in the directory, is known. Replaces an id that is empty, invalid or taken with one
  /// made from the name, with `-2`, `-3` … at its end if needed.
  public mutating func add(_ new: [Station]) -> [Addition] {
    var known: [String: Int] = [:]
    func keys(_ station: Station) -> [String] {
      [StreamURL.identity(station.url)] + (station.directoryID.map { [$0] } ?? [])
    }
    var namesakes = Namesakes(taken: stations.map(\.id))
    for (index, station) in stations.enumerated() {
      for key in keys(station) { known[key] = known[key] ?? index }
    }
    return new.map { station in
      let keys = keys(station)
      if let index = keys.lazy.compactMap({ known[$0] }).first { return .duplicate(station, known: stations[index]) }
      guard stations.count < Self.maximumStations else { return .full(station) }
      var station = station
      station.id = namesakes.claim(station.id, name: station.name)
      for key in keys { known[key] = stations.count }
      stations.append(station)
      return .added(station)
    }
  }

  /// Returns the index of the station with exactly this id. Throws `.unknownStation` with similar ids, or
  /// `.invalidRequest` when several stations are similar.
  public func index(ofID id: String) throws(TuneError) -> Int {
    if let index = stations.firstIndex(where: { $0.id == id }) { return index }
    throw .unknownStation(id, suggestions: [try find(id).id])
  }

  /// Returns what is wrong with a position, from 1, as a sentence; nil when the list has it.
  package func fault(ofPosition position: Int) -> String? {
    let isThere = position >= 1 && position <= stations.count
    return isThere ? nil : "the list has the positions 1 to \(stations.count), not \(position)"
  }
}

/// The ids of a list, and the next number to append to each.
private struct Namesakes {
  private var taken: Set<String>
  private var next: [String: Int] = [:]

  /// The last parts of paths of the HTTP interface, in whose place it has the id of a station.
  private static let partsOfPaths: Set<String> = ["import", "export", "order"]

  init(taken: [String]) { self.taken = Set(taken).union(Self.partsOfPaths).union([Station.demoID]) }

  /// Returns an unused id and marks it as used: `wanted`, or one made from `name`.
  mutating func claim(_ wanted: String, name: String) -> String {
    if Station.idFault(wanted) == nil, taken.insert(wanted).inserted { return wanted }
    let base = Station.id(forName: name)
    if taken.insert(base).inserted { return base }
    var number = next[base] ?? 2
    while !taken.insert("\(base)-\(number)").inserted { number += 1 }
    next[base] = number + 1
    return "\(base)-\(number)"
  }
}
