import AudioCore
import NIOCore
import Synchronization

/// What the requests of one opening share, and those of the HLS playback that follows: cookies, and connections that may be used
/// again.
final class DownloadSession: Sendable {
  /// Connections that wait for another request.
  static let maximumIdle = 2
  /// How long each waits.
  static let idleTime: Duration = .seconds(15)

  private struct Idle {
    let connection: HTTPConnection
    let timer: Scheduled<Void>
  }

  private struct State {
    var jar = CookieJar()
    var idle: [Idle] = []
  }

  private let state = Mutex(State())

  deinit { closeIdle() }

  /// The `Cookie` line of a request for `url`, if there is one.
  func cookies(for url: StreamURL) -> String? { state.withLock { $0.jar.line(for: url) } }

  /// Takes the `Set-Cookie` lines of an answer from `url`.
  func store(_ lines: [String], from url: StreamURL) {
    guard !lines.isEmpty else { return }
    state.withLock { state in for line in lines { state.jar.store(line, from: url) } }
  }

  /// A connection along `route` that waits for a request, if there is one.
  func take(_ route: HTTPConnection.Route) -> HTTPConnection? {
    let found = state.withLock { state -> Idle? in
      state.idle.removeAll { !$0.connection.isActive }
      guard let index = state.idle.lastIndex(where: { $0.connection.route == route }) else { return nil }
      return state.idle.remove(at: index)
    }
    found?.timer.cancel()
    return found?.connection
  }

  /// Keeps `connection`, whose answer came whole, for another request.
  func keep(_ connection: HTTPConnection) {
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

  /// Closes all connections that wait.
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
