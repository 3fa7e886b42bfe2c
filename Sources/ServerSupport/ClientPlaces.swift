import Synchronization

/// The places of a server for its connections, a bounded number.
///
/// No address without a secret can take them all: an address has only some of them, the last ones are reserved for
/// connections that have shown a secret and for Unix sockets, and when no place is free, the connection that was idle
/// longest gives way, if it has shown no secret and allows that.
package final class ClientPlaces: Sendable {
  /// How many places there are, and for whom.
  package struct Limits: Sendable {
    /// The number of places.
    package var total: Int
    /// The number of places that are reserved for Unix sockets.
    package var keptForLocal: Int
    /// The number of further places that are reserved for connections that have shown a secret.
    package var keptForProved: Int
    /// Most connections of one address that have shown no secret. The addresses of this machine have no such limit, nor
    /// has a server without a secret.
    package var perAddress = 32
    /// Addresses without the limit `perAddress`, such as those of proxies.
    package var exempt: Set<ClientAddress> = []

    /// The usual shares of `total` places: an eighth is reserved for Unix sockets and, when clients can show a secret,
    /// 8 places (of a small total an eighth) for those that have.
    package init(total: Int, hasSecret: Bool) {
      self.total = total
      keptForLocal = total / 8
      keptForProved = hasSecret ? min(8, (total - keptForLocal) / 8) : 0
      if !hasSecret { perAddress = .max }
    }
  }

  /// The place of one connection.
  package struct Place: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Client {
    /// Nil for a Unix socket.
    var address: ClientAddress?
    var isLocalSocket: Bool
    var isProved = false
    /// The value of ``State/uses`` at the last use.
    var use: Int
    /// True while a request of the connection is being answered.
    var isBusy = false
    /// Closes the connection when it loses its place; nil when it cannot lose it.
    var giveWay: (@Sendable () -> Void)?
  }

  private struct State {
    var clients: [Place: Client] = [:]
    var uses = 0
    var isClosed = false
  }

  private let limits: Limits
  private let state = Mutex(State())

  /// Free places within `limits`.
  package init(_ limits: Limits) { self.limits = limits }

  /// The number of places that are taken.
  package var count: Int { state.withLock { $0.clients.count } }

  /// Takes a place for a new connection from `address`, or on a Unix socket. Returns nil when there is none, and after
  /// ``close()``.
  ///
  /// `giveWay` must close the connection. It is called, on the thread of another call of this function, when the place
  /// was given to another connection; never after ``proved(_:)``. Nil for a connection that keeps its place.
  package func admit(
    _ address: ClientAddress?, isLocalSocket: Bool, giveWay: (@Sendable () -> Void)? = nil
  ) -> Place? {
    let (place, loser) = state.withLock { state -> (Place?, Client?) in
      guard !state.isClosed else { return (nil, nil) }
      var loser: Client?
      if let crowd = crowd(for: address, isLocalSocket: isLocalSocket, in: state) {
        let idle = state.clients.filter { $0.value.giveWay != nil && !$0.value.isBusy && crowd($0.value) }
        guard let last = idle.min(by: { $0.value.use < $1.value.use }) else { return (nil, nil) }
        loser = state.clients.removeValue(forKey: last.key)
      }
      state.uses += 1
      let place = Place(number: state.uses)
      state.clients[place] = Client(
        address: address, isLocalSocket: isLocalSocket, use: state.uses, giveWay: giveWay)
      return (place, loser)
    }
    loser?.giveWay?()
    return place
  }

  /// Notes that the connection has shown a right secret: it keeps its place.
  package func proved(_ place: Place) { state.withLock { $0.clients[place]?.isProved = true } }

  /// Notes that the connection was used: others are idle for longer.
  package func used(_ place: Place) {
    state.withLock { state in
      state.uses += 1
      state.clients[place]?.use = state.uses
    }
  }

  /// Notes that the connection is being served: it keeps its place until ``end(_:)``. Returns false when no more
  /// connections without a secret can be served at a time: a new one could show a secret, and finds a place only while
  /// another can lose it. As many places as are reserved for connections with a secret can always be lost.
  package func begin(_ place: Place) -> Bool {
    state.withLock { state in
      guard let client = state.clients[place] else { return true }
      if limits.keptForProved > 0, !client.isProved, !client.isLocalSocket {
        let served = state.clients.values.count { $0.isBusy && !$0.isProved && !$0.isLocalSocket }
        let maximum = limits.total - limits.keptForLocal - 2 * limits.keptForProved
        guard served < maximum else { return false }
      }
      state.uses += 1
      state.clients[place]?.use = state.uses
      state.clients[place]?.isBusy = true
      return true
    }
  }

  /// Notes that the connection is not being served any more.
  package func end(_ place: Place) {
    state.withLock { state in
      state.uses += 1
      state.clients[place]?.use = state.uses
      state.clients[place]?.isBusy = false
    }
  }

  /// Frees the place; does nothing when the connection has lost it.
  package func leave(_ place: Place) { state.withLock { _ = $0.clients.removeValue(forKey: place) } }

  /// Gives no more places.
  package func close() { state.withLock { $0.isClosed = true } }

  /// Returns nil when there is a place for a new connection, and otherwise which connections take up the places that it
  /// could have.
  private func crowd(
    for address: ClientAddress?, isLocalSocket: Bool, in state: State
  ) -> ((Client) -> Bool)? {
    let clients = state.clients.values
    let isUnproved = { (client: Client) in !client.isLocalSocket && !client.isProved }
    if isLocalSocket { return clients.count < limits.total ? nil : isUnproved }
    if let address, !address.isLoopback, !limits.exempt.contains(address) {
      let isOwn = { (client: Client) in isUnproved(client) && client.address == address }
      if clients.count(where: isOwn) >= limits.perAddress { return isOwn }
    }
    let places = limits.total - limits.keptForLocal
    let isFree =
      clients.count < limits.total && clients.count { !$0.isLocalSocket } < places
      && clients.count(where: isUnproved) < places - limits.keptForProved
    return isFree ? nil : isUnproved
  }
}
