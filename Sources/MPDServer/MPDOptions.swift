/// Where an ``MPDServer`` listens, and which clients it serves.
public struct MPDOptions: Sendable {
  /// The name or address to listen on; nil for no TCP. `localhost` is 127.0.0.1 and, if there is one, ::1. Only this
  /// machine can reach the default.
  public var host: String? = "127.0.0.1"
  /// The TCP port; 0 for any free port.
  public var port = 6600
  /// The path of the Unix socket, in a folder that only the daemon uses; nil for none.
  public var socketPath: String?
  /// The password that TCP clients must send before other commands; nil or empty for none. On the Unix socket the
  /// system identifies the client's user instead.
  public var password: String?
  /// Most connections at a time. Further ones get an error and are closed. An eighth is reserved for clients on the
  /// Unix socket.
  public var maximumClients = 256

  /// Longest time a client may send nothing outside `idle`.
  package var clientTimeout = Duration.seconds(60)
  /// Longest time a client may take no bytes although some wait for it.
  package var outputTimeout = Duration.seconds(30)
  /// Most bytes that may wait for a client.
  package var maximumOutputBytes = 8 << 20
  /// Most bytes that the command lists of all clients may have together: four of the longest lists.
  package var maximumListBytes = 4 * MPDCommandList.maximumBytes
  /// The delay of the answer to a wrong password.
  package var wrongPasswordDelay = Duration.seconds(1)

  /// The defaults.
  public init() {}
}
