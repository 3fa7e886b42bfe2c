import AudioCore

extension StationList {
  /// A place in the list's order.
  public enum Place: Sendable, Equatable {
    /// Before all others.
    case first
    /// Behind all others.
    case last
    /// Just before the station with this id.
    case before(String)
    /// Just behind the station with this id.
    case after(String)
  }

  /// Moves the stations `ids` to `place`, one behind the other in the order of `ids`; the others keep theirs. An id
  /// that is given twice counts once.
  ///
  /// Throws `.unknownStation` with ids that come near, and `.usage` when a station is to stand beside itself. The list
  /// is as it was then.
  public mutating func move(_ ids: [String], to place: Place) throws(TuneError) {
    var moved: [Station] = []
    for id in ids {
      let station = stations[try index(ofID: id)]
      if !moved.contains(where: { $0.id == station.id }) { moved.append(station) }
    }
    var rest = self
    rest.stations.removeAll { station in moved.contains { $0.id == station.id } }
    func neighbour(_ id: String) throws(TuneError) -> Int {
      guard !moved.contains(where: { $0.id == id }) else { throw .usage(message: "'\(id)' cannot stand beside itself") }
      _ = try index(ofID: id)  // its error knows all stations
      return try rest.index(ofID: id)
    }
    let target =
      switch place {
      case .first: 0
      case .last: rest.stations.count
      case .before(let id): try neighbour(id)
      case .after(let id): try neighbour(id) + 1
      }
    rest.stations.insert(contentsOf: moved, at: target)
    self = rest
  }
}
