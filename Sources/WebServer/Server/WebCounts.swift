import NIOCore
import Synchronization

/// Who is connected, and how often what was answered.
final class WebCounts: Sendable {
  /// The doors, as metrics call them.
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

  /// Takes a connection in; false when there are `limit` already, over TCP an eighth less, or none is wanted any more.
  /// It leaves when it is closed.
  func enter(_ channel: any Channel, by transport: Transport, limit: Int) -> Bool {
    let key = ObjectIdentifier(channel)
    let isIn = state.withLock { state in
      // Others on the network cannot keep the programs of this user out.
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

  /// Ends all connections, and takes no more; returns when they are closed.
  func closeAll() async {
    let channels = state.withLock { state in
      state.isClosed = true
      return state.clients.values.map(\.channel)
    }
    for channel in channels { channel.close(promise: nil) }
    for channel in channels { try? await channel.closeFuture.get() }
  }

  /// Counts an answer of HTTP's `status`.
  func noteAnswer(status: Int) { state.withLock { $0.answers[status, default: 0] += 1 } }

  /// Connections by door.
  var clients: [Transport: Int] {
    state.withLock { state in state.clients.values.reduce(into: [:]) { $0[$1.transport, default: 0] += 1 } }
  }

  /// Connections that were turned away because there were too many.
  var turnedAway: Int { state.withLock { $0.turnedAway } }

  /// Answers by status.
  var answers: [Int: Int] { state.withLock { $0.answers } }
}
