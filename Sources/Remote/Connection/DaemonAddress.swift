import AudioCore
import Glibc
import NIOPosix
import Radio

/// Where a client finds the daemon: sockets that are tried one after the other, or a port of a host.
public struct DaemonAddress: Sendable {
  private enum Place: Sendable {
    /// The likeliest first; never empty.
    case sockets([DaemonSocket], userID: UInt32)
    case host(String, port: Int, token: String)
  }

  /// What a connection is made of.
  enum Target {
    /// The descriptor of a connection whose listener may be trusted. The caller closes it.
    case socket(descriptor: Int32)
    /// A TCP port, which wants this token.
    case host(String, port: Int, token: String)
  }

  private let place: Place

  /// The socket at `path` and no other. Throws `TuneError.usage` when no socket can be there.
  public init(path: String) throws(TuneError) { try self.init(path: path, userID: geteuid()) }

  /// The same for the user `userID`: where neither this user nor root listens, nothing is sent. Root uses everyone's.
  package init(path: String, userID: UInt32) throws(TuneError) {
    guard !path.isEmpty, path.utf8.count <= DaemonSocket.longestPath, !path.utf8.contains(0) else {
      throw .usage(
        message: "--socket takes a path of 1 to \(DaemonSocket.longestPath) bytes, not \(path.utf8.count)")
    }
    place = .sockets([DaemonSocket(path: path)], userID: userID)
  }

  /// The daemon's sockets in `folders`: the user's own and the system's.
  public init(folders: Folders) {
    place = .sockets(
      folders.runtimeCandidates.map { DaemonSocket(path: Folders.webSocket(in: $0)) }, userID: geteuid())
  }

  /// The TCP port `port` of `host`, a name or an address, where a daemon wants `token`. Throws `TuneError.usage` for
  /// what cannot be a port or a token: 1…65535, and visible ASCII.
  package init(host: String, port: Int, token: String) throws(TuneError) {
    guard !host.isEmpty, (1...65535).contains(port) else {
      throw .usage(message: "a daemon's address is a host and a port from 1 to 65535")
    }
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .usage(message: "a token is made of visible ASCII characters")
    }
    place = .host(host, port: port, token: token)
  }

  /// The first socket at which a daemon of this user's or of the system's listens; of a host its name and port,
  /// unasked.
  ///
  /// Throws `TuneError.daemon` that says why there is none.
  public func locate() throws(TuneError) -> String {
    switch place {
    case .host(let host, let port, _): return Self.text(host: host, port: port)
    case .sockets(let sockets, let userID):
      let (socket, finding) = try Self.find(sockets, userID: userID)
      if case .daemon(let descriptor) = finding { close(descriptor) }
      return socket.path
    }
  }

  /// A connection to the first socket at which such a daemon listens, or the host to connect to.
  ///
  /// Throws `TuneError.daemon` that says why there is none, and `RemoteFault.busy`.
  func connect() throws -> Target {
    switch place {
    case .host(let host, let port, let token): return .host(host, port: port, token: token)
    case .sockets(let sockets, let userID):
      guard case .daemon(let descriptor) = try Self.find(sockets, userID: userID).1 else { throw RemoteFault.busy }
      return .socket(descriptor: descriptor)
    }
  }

  /// The first socket with a daemon, or a busy listener.
  private static func find(
    _ sockets: [DaemonSocket], userID: UInt32
  ) throws(TuneError) -> (DaemonSocket, DaemonSocket.Finding) {
    // What is in the way says more than what is not there.
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
    guard let (socket, finding) = obstacle else { throw .daemon(reason: "radiod serve is not running") }
    throw .daemon(reason: socket.sentence(finding))
  }

  /// What is said of a host that cannot be connected to.
  static func unreachable(host: String, port: Int, _ error: NIOConnectionError) -> TuneError {
    if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty {
      return .daemon(reason: "cannot find the host \(host) of radiod serve; check its name and your network")
    }
    return .daemon(reason: "radiod serve is not running (nothing listens at \(text(host: host, port: port)))")
  }

  /// `HOST:PORT`, with brackets around an IPv6 address.
  static func text(host: String, port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension DaemonAddress.Target {
  /// The header fields that a request needs here.
  var fields: [(name: String, value: String)] {
    switch self {
    case .socket: [("Host", "localhost")]
    case .host(let host, let port, let token):
      [("Host", DaemonAddress.text(host: host, port: port)), ("Authorization", "Bearer \(token)")]
    }
  }
}
