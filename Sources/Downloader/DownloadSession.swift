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
  func take(_ route: ClientConnection.Route) -> ClientConnection? {
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

/// The timeouts and limits of connections. The values come from measurements of real servers and players.
public struct DownloadLimits: Sendable {
  /// From the first connection attempt until the connection is ready for a request, proxy and TLS handshakes included,
  /// in seconds.
  public var connectSeconds = 5
  /// From the start of the opening until the response head is complete, redirects included but not lookups, in seconds.
  public var headSeconds = 10
  /// Without a byte although bytes are wanted, in seconds.
  public var stallSeconds = 10
  /// Until a small document that belongs to a stream has arrived whole (an HLS playlist, a key, a map), in seconds.
  public var documentSeconds = 10
  /// The maximum number of redirects in a row.
  public var redirects = 8

  /// The limits for real servers.
  public init() {}

  /// ``documentSeconds`` as a duration.
  package var documentTime: Duration { .seconds(documentSeconds) }

  /// Returns these limits with at most `time` until the response head. The result is at least a second, because all
  /// limits are whole seconds.
  func within(_ time: Duration?) -> DownloadLimits {
    guard let time else { return self }
    var limits = self
    let seconds = max(1, Int(time.components.seconds))
    limits.connectSeconds = min(connectSeconds, seconds)
    limits.headSeconds = min(headSeconds, seconds)
    return limits
  }
}
