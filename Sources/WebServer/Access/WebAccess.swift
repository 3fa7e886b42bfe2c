import Bytes
import HTTPServer
import NIOHTTP1
import ServerSupport
import Synchronization
import SystemSupport

/// Checks the secrets that give access over TCP, and keeps the sessions that clients begin with them.
package final class WebAccess: Sendable {
  /// The access that a secret gives.
  package enum Right: Sendable {
    /// No access: there was no secret, or a wrong one.
    case none
    /// GET and HEAD of the endpoints with ``Endpoint/isForListeners``.
    case listen
    /// Full access.
    case full
  }

  private struct State {
    var throttle = SecretThrottle()
    var sessions: SessionStore
    var port = 0
    /// True after a failed write of the sessions, so that it is reported once.
    var isFaulty = false
  }

  private let token: String?
  private let listenToken: String?
  private let file: SessionFile?
  private let onFault: @Sendable (String) -> Void
  private let state: Mutex<State>
  /// Writes the file; one thread keeps the order.
  private let disk = BlockingPool(threads: 1)

  /// `token` gives full access; `listenToken` opens what players and Prometheus read. Without `token` everything is
  /// open. The file at `sessionsPath` keeps the sessions over a restart; nil keeps them in memory only. `onFault` is
  /// called with a sentence when the file cannot be read or written.
  package init(
    token: String?, listenToken: String? = nil, sessionsPath: String? = nil,
    onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.token = token
    self.listenToken = listenToken
    self.onFault = onFault
    file = token.flatMap { token in sessionsPath.map { SessionFile(path: $0, token: token, onFault: onFault) } }
    state = Mutex(State(sessions: SessionStore(file?.read() ?? [])))
  }

  /// The name of the session's cookie. It contains the port, since cookies do not depend on ports: two radios of one
  /// host would overwrite each other's.
  package var cookieName: String { "springradio-\(port)" }

  /// Sets the TCP port at which the server listens.
  func update(port: Int) { state.withLock { $0.port = port } }

  /// The port on which the server listens; 0 before it does.
  var port: Int { state.withLock { $0.port } }

  /// True when no secret is needed.
  var isOpen: Bool { token == nil }

  /// Returns the access that the secret in the header `Authorization` gives. The scheme is `Bearer`, or `Basic` with
  /// any user name. Throws ``HTTPError`` (429) for a wrong secret when `client` has sent too many of them.
  func right(_ headers: HTTPHeaders, from client: ClientAddress) throws(HTTPError) -> Right {
    let shown = headers["authorization"]
    guard shown.count == 1, let text = shown.first else { return .none }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return .none }
    let secret: String?
    switch parts[0].lowercased() {
    case "bearer": secret = String(parts[1])
    case "basic": secret = BasicCredentials.password(parts[1])
    default: secret = nil
    }
    guard let secret else { return .none }
    return try check(secret, from: client)
  }

  /// Begins a session for `client`, which sent `secret`. Returns the session's name. Throws ``HTTPError`` (401, 403 or
  /// 429).
  func beginSession(_ secret: String, from client: ClientAddress) throws(HTTPError) -> String {
    switch try check(secret, from: client) {
    case .none: throw HTTPError(401, "the token is wrong", header: ("www-authenticate", "Bearer"))
    case .listen: throw Self.listenFault
    case .full:
      let name = state.withLock { $0.sessions.begin(at: SystemTime.now) }
      save()
      return name
    }
  }

  /// Returns the name of the session that a cookie in `headers` names; nil without a session.
  func session(_ headers: HTTPHeaders) -> String? {
    let names = sessionNames(headers)
    return state.withLock { state in names.first { state.sessions.use($0, at: SystemTime.now) } }
  }

  /// Ends the sessions that the cookies in `headers` name.
  func endSessions(_ headers: HTTPHeaders) {
    let names = sessionNames(headers)
    let hasEnded = state.withLock { state in names.count { state.sessions.end($0) } > 0 }
    if hasEnded { save() }
  }

  /// Writes the sessions to the file, on another thread: a disk that does not answer holds up no client.
  private func save() {
    guard let file else { return }
    let isStarted = disk.start { [self] in
      let sessions = state.withLock { $0.sessions.sessions }
      do throws(SystemError) {
        try file.write(sessions)
        state.withLock { $0.isFaulty = false }
      } catch {
        noteFault(error.description)
      }
    }
    if !isStarted { noteFault("the system has no thread left") }
  }

  /// Waits until the file has the last change, at most 1 s.
  func flush() async { _ = try? await disk.run(within: .seconds(1)) {} }

  private func noteFault(_ reason: String) {
    let wasFaulty = state.withLock { exchange(&$0.isFaulty, with: true) }
    if !wasFaulty { onFault("\(reason); browsers are asked for the token again after a restart") }
  }

  /// The error for a client that uses the listeners' secret for an endpoint that it does not open.
  static let listenFault = HTTPError(
    403, "this token is for listeners: it opens GET of /stream, /metrics and /api/status only")

  /// Compares `secret`. A right one is accepted whatever came from its address before: all clients behind a proxy have
  /// one address, and secrets as long as these are not found by trying.
  private func check(_ secret: String, from client: ClientAddress) throws(HTTPError) -> Right {
    if let token, ConstantTime.isEqual(secret, token) { return .full }
    if let listenToken, ConstantTime.isEqual(secret, listenToken) { return .listen }
    let wait = state.withLock { state -> Duration? in
      let now = ContinuousClock.now
      if let wait = state.throttle.wait(for: client, at: now) { return wait }
      state.throttle.noteWrong(from: client, at: now)
      return nil
    }
    guard let wait else { return .none }
    let seconds = Int((wait / .seconds(1)).rounded(.up))
    throw HTTPError(
      429, "the token is wrong, and too many wrong ones came from your address: wait \(seconds) s",
      header: ("retry-after", String(seconds)))
  }

  private func sessionNames(_ headers: HTTPHeaders) -> [String] {
    let cookieName = cookieName
    return headers["cookie"].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookieName else { return nil }
      return String(parts[1].prefix { $0 != " " })
    }
  }
}

/// Reads the secret from credentials of the scheme `Basic` (RFC 7617).
enum BasicCredentials {
  /// Most bytes of credentials that are decoded.
  private static let maximumBytes = 8192

  /// Returns the text after the first colon of `text`, which is in Base64. Returns nil when `text` is longer than
  /// ``maximumBytes``, is not Base64, or has no colon.
  static func password(_ text: Substring) -> String? {
    guard text.utf8.count <= maximumBytes, let bytes = Base64.decode(text.utf8),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
  }
}
