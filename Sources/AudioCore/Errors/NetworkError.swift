/// An error of an address, a connection or a server. Sentences name the host.
public enum NetworkError: Error, Sendable, Equatable {
  /// The URL is not a valid http(s) address.
  case badURL(String, reason: String)
  /// The resolver does not know the host's name.
  case unknownHost(String)
  /// The host refused the connection: no program listens on this port.
  case refused(host: String, port: Int)
  /// The host cannot be reached; `reason` is the system's or the proxy's.
  case unreachable(host: String, port: Int, reason: String)
  /// The host did not answer within the connect timeout.
  case noAnswer(host: String, port: Int, afterSeconds: Int)
  /// The host accepted the connection, but no complete response head arrived within the timeout.
  case headTimeout(host: String, afterSeconds: Int)
  /// TLS failed; `reason` is an expired certificate, a wrong host, a self-signed certificate, a server without TLS …
  case tls(host: String, reason: String)
  /// The answer of the server is not HTTP or ICY, is malformed, or is too long.
  case badAnswer(host: String, reason: String)
  /// The server answered with an error status. `retryAfter` is the delay in seconds that it asks for before a retry, if
  /// any.
  case status(Int, host: String, reason: String, retryAfter: Int? = nil)
  /// The server accepts no more listeners; `retryAfter` as above.
  case serverFull(host: String, retryAfter: Int? = nil)
  /// Redirects or playlists lead to a loop, a forbidden target, or beyond the limit of steps.
  case redirect(reason: String)
  /// The server sent no bytes, or too few, for this many seconds although the program requested them.
  case stalled(host: String, afterSeconds: Int)
  /// The connection broke in mid-stream.
  case connectionLost(host: String, reason: String)
}

extension NetworkError: CustomStringConvertible {
  /// One sentence: the failure, its place, and what to do.
  public var description: String {
    switch self {
    case .badURL(let url, let reason): "cannot use the address \(url): \(reason)"
    case .unknownHost(let host): "cannot find the host \(host); check its name and your network"
    case .refused(let host, let port): "cannot connect to \(host) port \(port) (refused)"
    case .unreachable(let host, let port, let reason): "cannot connect to \(host) port \(port): \(reason)"
    case .noAnswer(let host, let port, let seconds): "no answer from \(host) port \(port) after \(seconds) s"
    case .headTimeout(let host, let seconds): "\(host) accepted the connection but sent no answer within \(seconds) s"
    case .tls(let host, let reason): "cannot connect securely to \(host): \(reason)"
    case .badAnswer(let host, let reason): "bad answer from \(host): \(reason)"
    case .status(let code, let host, let reason, _):
      switch code {
      case 401: "\(host) says 401: it wants a user name and password (http://USER:PASSWORD@…)"
      case 404: "\(host) says 404: there is no such stream, or it is off the air"
      default: "\(host) says \(code)\(reason.isEmpty ? "" : " " + reason)"
      }
    case .serverFull(let host, _): "\(host) is full: it accepts no more listeners now"
    case .redirect(let reason): reason
    case .stalled(let host, let seconds): "\(host) sent no sound for \(seconds) s"
    case .connectionLost(let host, let reason): "lost the connection to \(host): \(reason)"
    }
  }
}

// A network error where any error of playback is thrown.
extension TuneError {
  /// See ``NetworkError/badURL(_:reason:)``.
  public static func badURL(_ url: String, reason: String) -> TuneError { .network(.badURL(url, reason: reason)) }
  /// See ``NetworkError/unknownHost(_:)``.
  public static func unknownHost(_ host: String) -> TuneError { .network(.unknownHost(host)) }
  /// See ``NetworkError/refused(host:port:)``.
  public static func refused(host: String, port: Int) -> TuneError { .network(.refused(host: host, port: port)) }
  /// See ``NetworkError/unreachable(host:port:reason:)``.
  public static func unreachable(host: String, port: Int, reason: String) -> TuneError {
    .network(.unreachable(host: host, port: port, reason: reason))
  }
  /// See ``NetworkError/noAnswer(host:port:afterSeconds:)``.
  public static func noAnswer(host: String, port: Int, afterSeconds: Int) -> TuneError {
    .network(.noAnswer(host: host, port: port, afterSeconds: afterSeconds))
  }
  /// See ``NetworkError/headTimeout(host:afterSeconds:)``.
  public static func headTimeout(host: String, afterSeconds: Int) -> TuneError {
    .network(.headTimeout(host: host, afterSeconds: afterSeconds))
  }
  /// See ``NetworkError/tls(host:reason:)``.
  public static func tls(host: String, reason: String) -> TuneError { .network(.tls(host: host, reason: reason)) }
  /// See ``NetworkError/badAnswer(host:reason:)``.
  public static func badAnswer(host: String, reason: String) -> TuneError {
    .network(.badAnswer(host: host, reason: reason))
  }
  /// See ``NetworkError/status(_:host:reason:retryAfter:)``.
  public static func status(_ code: Int, host: String, reason: String, retryAfter: Int? = nil) -> TuneError {
    .network(.status(code, host: host, reason: reason, retryAfter: retryAfter))
  }
  /// See ``NetworkError/serverFull(host:retryAfter:)``.
  public static func serverFull(host: String, retryAfter: Int? = nil) -> TuneError {
    .network(.serverFull(host: host, retryAfter: retryAfter))
  }
  /// See ``NetworkError/redirect(reason:)``.
  public static func redirect(reason: String) -> TuneError { .network(.redirect(reason: reason)) }
  /// See ``NetworkError/stalled(host:afterSeconds:)``.
  public static func stalled(host: String, afterSeconds: Int) -> TuneError {
    .network(.stalled(host: host, afterSeconds: afterSeconds))
  }
  /// See ``NetworkError/connectionLost(host:reason:)``.
  public static func connectionLost(host: String, reason: String) -> TuneError {
    .network(.connectionLost(host: host, reason: reason))
  }
}
