public import AudioCore
import Glibc
import ServerSupport
public import SystemSupport

/// The address of the daemon for a client: sockets that are tried in order, or a port of a host.
public struct DaemonAddress: Sendable {
  private enum Place: Sendable {
    /// The most likely socket first; never empty.
    case sockets([DaemonSocket], userID: UInt32)
    case host(DaemonHost)
  }

  /// The target of one connection.
  enum Target {
    /// The descriptor of a connection to a trusted listener. The caller closes it.
    case socket(descriptor: Int32)
    /// A TCP port, perhaps with a token.
    case host(DaemonHost)
  }

  private let place: Place

  /// Creates the address of the socket at `path` alone. Throws ``OptionError`` when `path` cannot be a socket's path:
  /// it is empty, longer than 107 bytes, or contains a NUL. `hint` follows in the error for a file that is not a
  /// socket, and `startHint` in that for a socket without a daemon. Nothing is sent to a listener that runs as neither
  /// the user `userID` nor root. The user root accepts any listener.
  package init(
    path: String, hint: String? = nil, startHint: String? = nil, userID: UInt32 = geteuid()
  ) throws(OptionError) {
    guard !path.isEmpty, path.utf8.count <= LocalSocket.maximumPathBytes, !path.utf8.contains(0) else {
      throw OptionError(
        "\(option: .socket) takes a path of 1 to \(LocalSocket.maximumPathBytes) bytes, not \(path.utf8.count)")
    }
    place = .sockets([DaemonSocket(path: path, hint: hint, startHint: startHint)], userID: userID)
  }

  /// Creates the address of the daemon's sockets in `folders`: the user's own socket and the system's.
  /// `hint` follows in the error for a file that is not a socket, and `startHint` in that for a missing daemon.
  public init(folders: Folders, hint: String? = nil, startHint: String? = nil) {
    place = .sockets(
      folders.runtimeCandidates.map {
        DaemonSocket(path: Folders.webSocket(in: $0), hint: hint, startHint: startHint)
      }, userID: geteuid())
  }

  /// Creates the address of the daemon at `url`, `http://HOST:PORT`, which may require `token` (visible ASCII).
  /// `tokenHint` follows in the error when it wants a token or refuses this one. Throws ``OptionError`` for any other
  /// address, and for an invalid token.
  public init(url: String, token: String?, tokenHint: String) throws(OptionError) {
    place = .host(try DaemonHost(url: url, token: token, tokenHint: tokenHint))
  }

  /// Creates the address of TCP port `port` (1…65535) of `host`, a name or an address, where a daemon requires `token`
  /// (visible ASCII). Throws ``OptionError`` for an empty host, an invalid port or an invalid token.
  package init(host: String, port: Int, token: String?) throws(OptionError) {
    place = .host(try DaemonHost(name: host, port: port, token: token))
  }

  /// True for sockets: the daemon runs on this machine.
  var isLocal: Bool { host == nil }

  /// The place on TCP; nil for sockets.
  private var host: DaemonHost? { if case .host(let host) = place { host } else { nil } }

  /// Returns the path of the first socket with a listening daemon of this user or of the system, or with a busy
  /// listener. Returns the name and port of a host without connecting to it.
  ///
  /// Throws ``DaemonError`` with the reason when there is no such socket.
  public func locate() throws(DaemonError) -> String {
    switch place {
    case .host(let host): return host.text
    case .sockets(let sockets, let userID):
      let (socket, finding) = try Self.find(sockets, userID: userID)
      if case .daemon(let descriptor) = finding { close(descriptor) }
      return socket.path
    }
  }

  /// Connects to the first socket with a listening daemon of this user or of the system, or returns the host to connect
  /// to.
  ///
  /// Throws ``DaemonError`` with the reason when there is no such socket, and `RemoteError.busy`.
  func connect() throws -> Target {
    switch place {
    case .host(let host): return .host(host)
    case .sockets(let sockets, let userID):
      guard case .daemon(let descriptor) = try Self.find(sockets, userID: userID).1 else { throw RemoteError.busy }
      return .socket(descriptor: descriptor)
    }
  }

  /// Returns the first socket that has a daemon or a busy listener.
  private static func find(
    _ sockets: [DaemonSocket], userID: UInt32
  ) throws(DaemonError) -> (DaemonSocket, DaemonSocket.Finding) {
    // Prefer a specific failure over `no socket`.
    var obstacle: (DaemonSocket, DaemonSocket.Finding)?
    for socket in sockets {
      let finding = socket.connect(as: userID)
      switch (finding, obstacle?.1) {
      case (.daemon, _), (.busy, _): return (socket, finding)
      case (.missing, nil): obstacle = (socket, finding)
      case (.missing, _): break
      case (_, nil), (_, .missing?): obstacle = (socket, finding)
      default: break
      }
    }
    guard let (socket, finding) = obstacle else { throw .failed(reason: "radiod serve is not running") }
    throw .failed(reason: socket.sentence(finding))
  }

  // MARK: - Failures

  /// Returns the error for a listener that does not answer as the daemon does.
  func notOurs(_ reason: String) -> DaemonError {
    .failed(reason: "what answers at \(host?.text ?? "the socket") is not this version's radiod serve: \(reason)")
  }

  /// Returns the error for a daemon from which nothing came within `limit`.
  func silent(for limit: Duration) -> DaemonError {
    let seconds = max(Int(limit / .seconds(1)), 1)
    return .failed(
      reason: "radiod serve does not answer\(host.map { " at \($0.text)" } ?? ""): nothing came within \(seconds) s")
  }

  /// Returns the error for a daemon of whose answer too little came within `limit`.
  func slow(for limit: Duration) -> DaemonError {
    let seconds = max(Int(limit / .seconds(1)), 1)
    let pace = "\(RemoteLimits.paceBytes >> 10) KiB in \(seconds) s"
    return .failed(
      reason: "radiod serve answers too slowly\(host.map { " at \($0.text)" } ?? ""): less than \(pace)")
  }

  /// Returns the error for an answer with `status`, other than 200, and the daemon's own sentence, which is empty when
  /// it has none.
  func refusal(_ sentence: String, status: Int) -> DaemonError {
    if let host { return host.refusal(sentence, status: status) }
    return .refused(
      reason: sentence.isEmpty ? "radiod serve answers \(status) and does not say why" : sentence, status: status)
  }
}

extension DaemonAddress.Target {
  /// The header fields that every request to this target needs.
  var fields: [(name: String, value: String)] {
    switch self {
    case .socket: return [("Host", "localhost")]
    case .host(let host):
      guard let token = host.token else { return [("Host", host.hostField)] }
      return [("Host", host.hostField), ("Authorization", "Bearer \(token)")]
    }
  }
}

extension OptionName {
  /// The path of a daemon's socket.
  public static let socket = OptionName("socket")
}
