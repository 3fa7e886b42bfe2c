import Synchronization

/// The stations whose pictures clients have asked for, by the addresses of the pictures, so that an event can name
/// those that have come. Keeps the newest addresses.
package final class AskedPictures: Sendable {
  /// The largest number of addresses.
  package static let maximumAddresses = 2048
  /// The largest number of stations for one address. A broadcaster may have one picture for all its stations.
  package static let maximumIDs = 1024
  /// The largest number of stations for all addresses.
  package static let maximumTotal = 8192

  private struct State {
    var ids: [String: [String]] = [:]
    /// The addresses, the oldest first.
    var order: [String] = []
    /// The number of stations for all addresses.
    var total = 0

    mutating func removeOldest() {
      let address = order.removeFirst()
      total -= ids.removeValue(forKey: address)?.count ?? 0
    }
  }

  private let state = Mutex(State())

  /// No pictures.
  package init() {}

  /// Records that a client has asked for the picture at `address` of the station `id`.
  package func add(_ id: String, at address: String) {
    state.withLock { state in
      if let known = state.ids[address] {
        guard known.count < Self.maximumIDs, !known.contains(id) else { return }
      } else {
        state.order.append(address)
        if state.order.count > Self.maximumAddresses { state.removeOldest() }
      }
      state.ids[address, default: []].append(id)
      state.total += 1
      while state.total > Self.maximumTotal, state.order.count > 1 { state.removeOldest() }
    }
  }

  /// Returns the stations whose picture at `address` clients have asked for.
  package func ids(at address: String) -> [String] { state.withLock { $0.ids[address] ?? [] } }
}
