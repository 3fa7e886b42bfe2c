import Stations

// The way of `next` and `previous`.
extension TunerSnapshot {
  /// What `next` (`step` 1) and `previous` (-1) tune in, and its entry of the queue if it has one; nil when there is nothing.
  ///
  /// Both walk the queue in a ring, or the station list when a listener has left fewer than two entries in the queue. From something that
  /// is in neither of the two, such as an announcement at an address of its own, both return to what was tuned in before.
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

  /// Where `source` is in the station list: by its id if it is a station, else by its address.
  func placeInList(_ source: Source) -> Int? {
    switch source {
    case .station(let station): stations.firstIndex { $0.id == station.id }
    case .url: stations.firstIndex { Source.station($0).address == source.address }
    case .file, .standardInput: nil
    }
  }

  /// True when the queue is the station list; what is there only while it is tuned in does not count.
  public var queueIsStationList: Bool { queue.lasting.map(\.source) == stations.map { .station($0) } }
}
