import AudioCore
import NIOCore
import Synchronization

/// The state that the requests of one opening share, and those of the HLS playback that follows: cookies and idle
/// connections.
final class DownloadSession: Sendable {
  /// The maximum number of idle connections.
  static let maximumIdle = 2
  /// How long a connection stays idle before it is closed.
  static let idleTime: Duration = .seconds(15)

  private struct Idle {
    let connection: ClientConnection
    let timer: Scheduled<Void>
  }

  private struct State {
    var jar = CookieJar()
    var idle: [Idle] = []
  }

  private let state = Mutex(State())

  deinit { closeIdle() }

  /// Returns the value of the `Cookie` header for a request to `url`, or nil when there are no cookies.
  func cookies(for url: StreamURL) -> String? { state.withLock { $0.jar.line(for: url) } }

  /// Stores the cookies of the `Set-Cookie` headers of a response from `url`.
  func store(_ lines: [String], from url: StreamURL) {
    guard !lines.isEmpty else { return }
    state.withLock { state in for line in lines { state.jar.store(line, from: url) } }
  }

  /// Removes and returns an idle connection with `route`, or nil when there is none.
  func removeConnection(_ route: ClientConnection.Route) -> ClientConnection? {
    let found = state.withLock { state -> Idle? in
      state.idle.removeAll { !$0.connection.isActive }
      guard let index = state.idle.lastIndex(where: { $0.connection.route == route }) else { return nil }
      return state.idle.remove(at: index)
    }
    found?.timer.cancel()
    return found?.connection
  }

  /// Keeps `connection`, whose response has arrived whole, for another request.
  func keep(_ connection: ClientConnection) {
    connection.pacing.pause = .zero
    let timer = connection.closeAfter(Self.idleTime)
    let surplus = state.withLock { state -> [Idle] in
      state.idle.append(Idle(connection: connection, timer: timer))
      let count = max(0, state.idle.count - Self.maximumIdle)
      defer { state.idle.removeFirst(count) }
      return Array(state.idle.prefix(count))
    }
    for idle in surplus { Self.close(idle) }
  }

  /// Closes all idle connections.
  func closeIdle() {
    let all = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for idle in all { Self.close(idle) }
  }

  private static func close(_ idle: Idle) {
    idle.timer.cancel()
    idle.connection.close()
  }
}
