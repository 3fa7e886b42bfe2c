/// The client's side of the SOCKS 5 handshake (RFC 1928, with RFC 1929 for a user name and password). A value that is fed bytes.
///
/// The host is handed to the proxy by name: the proxy looks it up.
package struct SOCKSHandshake: Sendable {
  /// What to do now.
  package enum Action: Equatable, Sendable {
    /// Wait for more bytes.
    case needMore
    /// Send these bytes, and wait for more.
    case send([UInt8])
    /// The proxy has connected us: what follows is the server's. The bytes that came with the answer already.
    case connected(rest: [UInt8])
    /// The proxy has not.
    case refused(Refusal)
  }

  /// Why a proxy does not connect us.
  package enum Refusal: Error, Equatable, Sendable {
    /// It wants a user name and password, or others.
    case authentication
    /// The server refuses the connection.
    case connectionRefused
    /// The proxy cannot reach the server, or does not find it.
    case unreachable
    /// Its rules do not allow the server.
    case notAllowed
    /// It answers with something else than SOCKS 5.
    case nonsense
  }

  private enum Position { case method, authentication, reply }

  private let host: [UInt8]
  private let port: Int
  private let credentials: (user: [UInt8], password: [UInt8])?
  private var position = Position.method
  private var held: [UInt8] = []

  /// Most bytes of a host name, a user name or a password.
  package static let maximumBytes = 255

  /// A handshake for a connection to `host`, a name of 1 to ``maximumBytes`` bytes, and `port`. `credentials` are `user:password`, each
  /// of at most as many bytes.
  package init(host: String, port: Int, credentials: String?) {
    self.host = Array(host.utf8)
    self.port = port
    self.credentials = credentials.map { text in
      let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
    }
  }

  /// The bytes to begin with.
  package var greeting: [UInt8] { credentials == nil ? [5, 1, 0] : [5, 2, 0, 2] }

  /// Takes the next bytes of the proxy.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> Action {
    held += bytes
    switch position {
    case .method:
      guard held.count >= 2 else { return held.first.map { $0 == 5 } ?? true ? .needMore : .refused(.nonsense) }
      let (version, method) = (held[0], held[1])
      held.removeFirst(2)
      guard version == 5 else { return .refused(.nonsense) }
      switch (method, credentials) {
      case (0, _):
        position = .reply
        return .send(request)
      case (2, let credentials?):
        position = .authentication
        return .send(
          [1, UInt8(clamping: credentials.user.count)] + credentials.user
            + [UInt8(clamping: credentials.password.count)]
            + credentials.password)
      case (2, nil), (0xFF, _): return .refused(.authentication)
      default: return .refused(.nonsense)
      }
    case .authentication:
      guard held.count >= 2 else { return .needMore }
      guard held[1] == 0 else { return .refused(.authentication) }
      held.removeFirst(2)
      position = .reply
      return .send(request)
    case .reply: return reply()
    }
  }

  /// `CONNECT` to a name (address type 3).
  private var request: [UInt8] {
    [5, 1, 0, 3, UInt8(clamping: host.count)] + host + [
      UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port),
    ]
  }

  private func reply() -> Action {
    guard let version = held.first else { return .needMore }
    guard version == 5 else { return .refused(.nonsense) }
    guard held.count >= 2 else { return .needMore }
    switch held[1] {
    case 0: break
    case 2: return .refused(.notAllowed)
    case 3, 4, 6: return .refused(.unreachable)
    case 5: return .refused(.connectionRefused)
    default: return .refused(.unreachable)
    }
    guard held.count >= 5 else { return .needMore }
    let addressBytes: Int
    switch held[3] {
    case 1: addressBytes = 4
    case 3: addressBytes = 1 + Int(held[4])
    case 4: addressBytes = 16
    default: return .refused(.nonsense)
    }
    let end = 4 + addressBytes + 2
    guard held.count >= end else { return .needMore }
    return .connected(rest: Array(held[end...]))
  }
}
