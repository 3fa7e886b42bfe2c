import Bytes

/// The client's side of the SOCKS 5 handshake (RFC 1928, and RFC 1929 for a user name and password). A value type that
/// is fed bytes.
///
/// The proxy receives the host by name and looks it up.
package struct SOCKSHandshake: Sendable {
  /// The next action for the caller.
  package enum Action: Equatable, Sendable {
    /// Wait for more bytes.
    case needMore
    /// Send these bytes, and wait for more.
    case send([UInt8])
    /// The proxy has connected: all further bytes come from the server. `rest` holds those that arrived with the reply.
    case connected(rest: [UInt8])
    /// The proxy did not connect.
    case refused(HandshakeError)
  }

  /// Why a proxy did not connect.
  package enum HandshakeError: Error, Equatable, Sendable {
    /// The proxy requires a user name and password, or rejects those it got.
    case authentication
    /// The server refuses the connection.
    case connectionRefused
    /// The proxy cannot reach or find the server, or reports another error.
    case unreachable
    /// The proxy's rules do not allow the server.
    case notAllowed
    /// The reply is not SOCKS 5.
    case nonsense
  }

  private enum Position { case method, authentication, reply }

  private let host: [UInt8]
  private let port: Int
  private let credentials: (user: [UInt8], password: [UInt8])?
  private var position = Position.method
  private var held: [UInt8] = []

  /// The maximum length of a host name, a user name or a password, in bytes.
  package static let maximumBytes = 255

  /// A handshake for a connection to `host`, a name of 1 to ``maximumBytes`` bytes, and `port`. `credentials` are
  /// `user:password`, each of at most ``maximumBytes`` bytes.
  package init(host: String, port: Int, credentials: String?) {
    self.host = Array(host.utf8)
    self.port = port
    self.credentials = credentials.map { text in
      let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
    }
  }

  /// The first bytes to send.
  package var greeting: [UInt8] { credentials == nil ? [5, 1, 0] : [5, 2, 0, 2] }

  /// Processes the next bytes from the proxy.
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

  /// The `CONNECT` request for a name (address type 3).
  private var request: [UInt8] {
    [5, 1, 0, 3, UInt8(clamping: host.count)] + host + UInt16(truncatingIfNeeded: port).bigEndianBytes
  }

  private func reply() -> Action {
    guard let version = held.first else { return .needMore }
    guard version == 5 else { return .refused(.nonsense) }
    guard held.count >= 2 else { return .needMore }
    switch held[1] {
    case 0: break
    case 2: return .refused(.notAllowed)
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
