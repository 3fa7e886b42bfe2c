import NIOCore
package import ServerSupport
import Synchronization

/// Counts the open connections, and the answers by status.
package final class ConnectionCounts: Sendable {
  /// The transports, with the names used in metrics.
  package enum Transport: String, Sendable, CaseIterable {
    case unix, tcp
  }

  private struct State {
    var clients: [ObjectIdentifier: (transport: Transport, channel: any Channel)] = [:]
    var turnedAway = 0
    var answers: [Int: Int] = [:]
  }

  /// The maximum number of requests with long bodies that are received and answered at a time.
  package static let maximumLongBodies = 4

  /// Most bytes of answers that wait for clients over TCP. Ten whole histories fit, or the longest list of stations.
  package static let maximumUnsentBytes = 16 << 20
  /// Most bytes of answers that wait for clients of Unix sockets.
  package static let maximumLocalUnsentBytes = 24 << 20

  /// The maximum number of open connections.
  let limit: Int
  private let places: ClientPlaces
  private let state = Mutex(State())
  /// The requests whose bodies are longer than ``ConnectionLimits/bodyBytes``.
  let longBodies = BoundedCount(maximum: maximumLongBodies)
  private let unsent = UnsentBytes(limit: ConnectionCounts.maximumUnsentBytes)
  private let localUnsent = UnsentBytes(limit: ConnectionCounts.maximumLocalUnsentBytes)

  /// Counts connections within `limits`. Some places are for Unix sockets: this user's programs get an answer, whatever
  /// clients on the network do.
  package init(_ limits: ClientPlaces.Limits) {
    limit = limits.total
    places = ClientPlaces(limits)
  }

  /// Counts at most `limit` connections of a server without secrets, none of them reserved.
  package convenience init(limit: Int) {
    var limits = ClientPlaces.Limits(total: limit, hasSecret: false)
    limits.keptForLocal = 0
    self.init(limits)
  }

  /// Registers a connection until it closes. Returns nil when too many are open already, and after ``closeAll()``. A
  /// connection over TCP that waits for a request, and has shown no secret, may be closed for a new one.
  func enter(_ channel: any Channel, by transport: Transport) -> ClientPlaces.Place? {
    let giveWay: @Sendable () -> Void = { channel.close(promise: nil) }
    let address = transport == .unix ? nil : ClientAddress(channel.remoteAddress) ?? .unknown
    let place = places.admit(address, isLocalSocket: transport == .unix, giveWay: transport == .unix ? nil : giveWay)
    guard let place else {
      state.withLock { $0.turnedAway += 1 }
      return nil
    }
    let key = ObjectIdentifier(channel)
    state.withLock { $0.clients[key] = (transport, channel) }
    channel.closeFuture.whenComplete { _ in
      self.places.leave(place)
      self.state.withLock { _ = $0.clients.removeValue(forKey: key) }
    }
    return place
  }

  /// Notes that the connection has shown a right secret.
  func noteProved(_ place: ClientPlaces.Place) { places.proved(place) }

  /// Notes that an answer begins. Returns false when too many connections without a secret are being answered.
  func beginAnswer(_ place: ClientPlaces.Place) -> Bool { places.begin(place) }

  /// Notes that the answer is over.
  func endAnswer(_ place: ClientPlaces.Place) { places.end(place) }

  /// The bytes that wait for the clients of a transport. `client` is nil on a Unix socket.
  func unsent(of client: ClientAddress?) -> UnsentBytes { client == nil ? localUnsent : unsent }

  /// The number of bytes of answers that the clients of `transport` have not taken yet.
  package func unsentBytes(by transport: Transport) -> Int { (transport == .unix ? localUnsent : unsent).total }

  /// Closes all connections and accepts no more. Returns when they are closed.
  func closeAll() async {
    places.close()
    let channels = state.withLock { $0.clients.values.map(\.channel) }
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
  }

  /// Counts an answer with the HTTP status `status`.
  func noteAnswer(status: Int) { state.withLock { $0.answers[status, default: 0] += 1 } }

  /// The number of open connections by transport.
  package var clients: [Transport: Int] {
    state.withLock { state in state.clients.values.reduce(into: [:]) { $0[$1.transport, default: 0] += 1 } }
  }

  /// The number of connections that ``enter(_:by:)`` rejected: too many were open, or the server was stopping.
  package var turnedAway: Int { state.withLock { $0.turnedAway } }

  /// The number of answers by status.
  package var answers: [Int: Int] { state.withLock { $0.answers } }
}
