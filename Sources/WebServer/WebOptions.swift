import Radio

/// Where a ``WebServer`` listens, and whom it serves.
public struct WebOptions: Sendable {
  /// The Unix socket; nil for none.
  public var socketPath: String?
  /// The address or name of this machine to listen on with TCP; nil for none.
  public var host: String?
  /// The TCP port; 0 for any that is free.
  public var port = 8600
  /// Further names by which this machine is asked, such as `radio.example`; a port is not looked at.
  public var names: [String] = []
  /// What must come with every request over TCP but those for the page and for `/healthz`; nil: nothing.
  public var token: String?
  /// A second secret that opens GET of `/stream`, `/metrics` and `/api/status` alone; nil: there is none.
  public var listenToken: String?
  /// Connections at a time, over both doors; an eighth of them are for the Unix socket alone.
  public var maximumClients = 256
  /// What a client may take its time for.
  package var limits = ConnectionLimits()

  /// Nothing is listened on.
  public init() {}

  /// Least characters of a token.
  public static let minimumTokenCharacters = 16

  /// What is wrong with the tokens, in a sentence that does not show them; nil when nothing is.
  var tokenFault: String? {
    if [token, listenToken].contains(where: { ($0?.count ?? .max) < Self.minimumTokenCharacters }) {
      return "a token of the web server needs at least \(Self.minimumTokenCharacters) characters"
    }
    guard let listenToken else { return nil }
    if token == nil { return "the listeners' token of the web server needs a token beside it" }
    return token == listenToken ? "the two tokens of the web server are the same" : nil
  }

  /// True when `host` is of this machine alone.
  package var isLoopback: Bool {
    host.map(LoopbackHost.contains) ?? true
  }
}
