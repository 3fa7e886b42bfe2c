public import AudioCore

extension StationList {
  /// A position in the list's order.
  public enum Place: Sendable, Equatable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Just before the station with this id.
    case before(String)
    /// Just after the station with this id.
    case after(String)
  }

  /// Moves the stations `ids` to `place`, in the order of `ids`; the others keep their order. An id that occurs twice
  /// counts once.
  ///
  /// Throws `.unknownStation` with similar ids, and `.invalidRequest` when a station would be moved beside itself. The
  /// list is unchanged then.
  public mutating func move(_ ids: [String], to place: Place) throws(TuneError) {
    var moved: [Station] = []
    for id in ids {
      let station = stations[try index(ofID: id)]
      if !moved.contains(where: { $0.id == station.id }) { moved.append(station) }
    }
    var rest = self
    rest.stations.removeAll { station in moved.contains { $0.id == station.id } }
    func neighbour(_ id: String) throws(TuneError) -> Int {
      guard !moved.contains(where: { $0.id == id }) else {
        throw .invalidRequest(message: "'\(id)' cannot move relative to itself")
      }
      _ = try index(ofID: id)  // its error can suggest all stations
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
