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
  /// Connections at a time, over both doors; an eighth of them are for the Unix socket alone.
  public var maximumClients = 256
  /// What a client may take its time for.
  package var limits = ConnectionLimits()

  /// Nothing is listened on.
  public init() {}

  /// True when `host` is of this machine alone.
  package var isLoopback: Bool {
    host.map(LoopbackHost.contains) ?? true
  }
}
