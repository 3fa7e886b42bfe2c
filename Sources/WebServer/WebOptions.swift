package import HTTPServer
import NIOCore
import ServerSupport

/// Where a ``WebServer`` listens, and which clients it serves.
public struct WebOptions: Sendable {
  /// The path of the Unix socket; nil for none.
  public var socketPath: String?
  /// The address or name of this machine to listen on with TCP; nil for none.
  public var host: String?
  /// The TCP port; 0 for any free port.
  public var port = 8600
  /// Further names that clients use for this machine, such as `radio.example`. A port in a name is ignored.
  public var names: [String] = []
  /// Where a user adds to `names`, for the error that a client with an unknown name gets.
  public var namesSetting = "the names of the web server"
  /// The secret that every TCP request must carry, except requests for the page and its files, `/healthz` and the
  /// session endpoints. A session's cookie can replace it. Nil: no secret is needed.
  public var token: String?
  /// A second secret that opens only GET of `/stream`, `/metrics` and `/api/status`; nil for none.
  public var listenToken: String?
  /// The file that keeps the sessions of browsers over a restart; nil keeps them in memory only.
  public var sessionsPath: String?
  /// The addresses of proxies, from which many clients may come. Texts that are not IP addresses are ignored.
  public var proxies: [String] = []
  /// Most connections at a time, over both transports; an eighth of them is reserved for the Unix socket.
  public var maximumClients = 256
  /// The time and size limits of each connection.
  package var limits = ConnectionLimits()

  /// The defaults, which listen nowhere.
  public init() {}

  /// Returns the first of `texts` that is not an IP address; nil when all are.
  public static func invalidAddress(of texts: [String]) -> String? { texts.first { address($0) == nil } }

  private static func address(_ text: String) -> ClientAddress? {
    ClientAddress(try? SocketAddress(ipAddress: text, port: 0))
  }

  /// The addresses in ``proxies``.
  var proxyAddresses: Set<ClientAddress> { Set(proxies.compactMap(Self.address)) }

  /// The fewest characters of a token.
  public static let minimumTokenCharacters = 16

  /// The error in the tokens, as a sentence that does not show them; nil when they are valid.
  var tokenFault: String? {
    if [token, listenToken].contains(where: { ($0?.count ?? .max) < Self.minimumTokenCharacters }) {
      return "a token of the web server needs at least \(Self.minimumTokenCharacters) characters"
    }
    guard let listenToken else { return nil }
    if token == nil { return "the listeners' token of the web server needs a token beside it" }
    return token == listenToken ? "the two tokens of the web server are the same" : nil
  }

  /// True when only this machine can reach `host`, and when there is no TCP.
  package var isLoopback: Bool {
    host.map(LoopbackHost.contains) ?? true
  }
}
