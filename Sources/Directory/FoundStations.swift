import Synchronization

/// The stations that the last searches found, by their ids in the directory, so that a client can name one of them.
public final class FoundStations: Sendable {
  /// The maximum number of stations. Of more the ones that were found first are forgotten.
  public static let maximumStations = 500

  private struct State {
    var stations: [String: DirectoryStation] = [:]
    /// The ids in the order in which they were found last, the earliest first.
    var order: [String] = []
  }

  private let state = Mutex(State())

  /// No stations.
  public init() {}

  /// Keeps `stations`, the result of a search.
  public func store(_ stations: [DirectoryStation]) {
    state.withLock { state in
      let new = Dictionary(stations.map { ($0.id, $0) }) { first, _ in first }
      state.order.removeAll { new[$0] != nil }
      state.order += new.keys
      state.stations.merge(new) { _, new in new }
      let surplus = state.order.count - Self.maximumStations
      guard surplus > 0 else { return }
      for id in state.order.prefix(surplus) { state.stations.removeValue(forKey: id) }
      state.order.removeFirst(surplus)
    }
  }

  /// Returns the station with the id `id`, in upper or lower case; nil when it was not found lately.
  public func station(_ id: String) -> DirectoryStation? {
    state.withLock { $0.stations[id.lowercased()] }
  }
}
