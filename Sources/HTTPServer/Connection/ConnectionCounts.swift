import NIOCore
import Synchronization

/// Counts the open connections, and the answers by status.
final class WebCounts: Sendable {
  /// The transports, with the names used in metrics.
  enum Transport: String, Sendable, CaseIterable {
    case unix, tcp
  }

  private struct State {
    var clients: [ObjectIdentifier: (transport: Transport, channel: any Channel)] = [:]
    var turnedAway = 0
    var answers: [Int: Int] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Registers a connection until it closes. Returns false when `limit` connections are open already (over TCP an
  /// eighth fewer), or after ``closeAll()``.
  func enter(_ channel: any Channel, by transport: Transport, limit: Int) -> Bool {
    let key = ObjectIdentifier(channel)
    let isIn = state.withLock { state in
      // Reserves connections for this user's programs on the Unix socket, whatever clients on the network do.
      let isCrowd = transport == .tcp && state.clients.values.count { $0.transport == .tcp } >= limit - limit / 8
      guard !state.isClosed, state.clients.count < limit, !isCrowd else {
        state.turnedAway += 1
        return false
      }
      state.clients[key] = (transport, channel)
      return true
    }
    if isIn {
      channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.clients.removeValue(forKey: key) } }
    }
    return isIn
  }

  /// Closes all connections and accepts no more. Returns when they are closed.
  func closeAll() async {
    let channels = state.withLock { state in
      state.isClosed = true
      return state.clients.values.map(\.channel)
    }
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
  }

  /// Counts an answer with the HTTP status `status`.
  func noteAnswer(status: Int) { state.withLock { $0.answers[status, default: 0] += 1 } }

  /// The number of open connections by transport.
  var clients: [Transport: Int] {
    state.withLock { state in state.clients.values.reduce(into: [:]) { $0[$1.transport, default: 0] += 1 } }
  }

  /// The number of connections that ``enter(_:by:limit:)`` rejected: too many were open, or the server was stopping.
  var turnedAway: Int { state.withLock { $0.turnedAway } }

  /// The number of answers by status.
  var answers: [Int: Int] { state.withLock { $0.answers } }
}
