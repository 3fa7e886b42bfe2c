import Synchronization

/// The stations whose pictures clients have asked for, by the addresses of the pictures, so that an event can name
/// those that have come. Keeps the newest addresses.
package final class AskedPictures: Sendable {
  /// The largest number of addresses.
  package static let maximumAddresses = 2048
  /// The largest number of stations for one address.
  package static let maximumIDs = 16

  private struct State {
    var ids: [String: [String]] = [:]
    /// The addresses, the oldest first.
    var order: [String] = []
  }

  private let state = Mutex(State())

  /// No pictures.
  package init() {}

  /// Notes that a client has asked for the picture at `address` of the station `id`.
  package func note(_ id: String, at address: String) {
    state.withLock { state in
      guard let known = state.ids[address] else {
        state.ids[address] = [id]
        state.order.append(address)
        if state.order.count > Self.maximumAddresses { state.ids[state.order.removeFirst()] = nil }
        return
      }
      if !known.contains(id), known.count < Self.maximumIDs { state.ids[address]?.append(id) }
    }
  }

  /// Returns the stations whose picture at `address` clients have asked for.
  package func ids(at address: String) -> [String] { state.withLock { $0.ids[address] ?? [] } }
}
