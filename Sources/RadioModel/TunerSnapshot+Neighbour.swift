import Stations

// The order for `next` and `previous`.
extension TunerSnapshot {
  /// Returns the source that `next` (`step` 1) or `previous` (-1) tunes in to, and its entry of the queue if it has
  /// one; nil when there is none.
  ///
  /// Both step through the queue in a ring, or through the station list when fewer than two entries in the queue are
  /// lasting. From a source that is in neither of the two, such as an announcement at a separate address, both return
  /// to the source that was tuned in before.
  public func neighbour(by step: Int) -> (source: Source, entryID: Int?)? {
    if queue.lasting.count < 2, let source = neighbourInList(by: step) {
      return (source, queue.entry(for: source)?.id)
    }
    let isInQueue = queue.entries.contains { $0.id == entryID && !$0.isTemporary }
    if !isInQueue, let entry = queue.entries.first(where: { $0.id == returnEntryID && !$0.isTemporary }) {
      return (entry.source, entry.id)
    }
    return queue.neighbour(of: entryID, by: step).map { ($0.source, $0.id) }
  }

  private func neighbourInList(by step: Int) -> Source? {
    guard !stations.isEmpty else { return nil }
    if let place = source.flatMap(placeInList) {
      return .station(stations[((place + step) % stations.count + stations.count) % stations.count])
    }
    if let station = stations.first(where: { $0.id == returnStationID }) { return .station(station) }
    return (step > 0 ? stations.first : stations.last).map { .station($0) }
  }

  /// Returns the index of `source` in the station list: by its id for a station, else by its address.
  func placeInList(_ source: Source) -> Int? {
    switch source {
    case .station(let station): stations.firstIndex { $0.id == station.id }
    case .url: stations.firstIndex { Source.station($0).address == source.address }
    case .file, .standardInput: nil
    }
  }

  /// True when the queue is equal to the station list, apart from temporary entries.
  public var queueIsStationList: Bool { queue.lasting.map(\.source) == stations.map { .station($0) } }
}
