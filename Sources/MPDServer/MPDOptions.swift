/// How an ``MPDServer`` can be reached, and by whom.
public struct MPDOptions: Sendable {
  /// Name or address to listen on; nil for no TCP at all. `localhost` is 127.0.0.1 and, where there is one, ::1. The default is reachable
  /// from this machine alone.
  public var host: String? = "127.0.0.1"
  /// TCP port; 0 takes any that is free.
  public var port = 6600
  /// Path of the Unix socket, in a folder of the daemon's own; nil for none.
  public var socketPath: String?
  /// What clients on TCP have to say before they may do anything; nil or empty for nothing. The Unix socket asks the system who is there.
  public var password: String?
  /// Most connections at a time; further ones get an error and are closed. Clients on TCP leave an eighth of them to those on the Unix socket.
  public var maximumClients = 256

  /// How long a client may be silent when it is not in `idle`.
  package var clientTimeout = Duration.seconds(60)
  /// How long a client may take no bytes although there are some for it.
  package var outputTimeout = Duration.seconds(30)
  /// Bytes that may wait for a client.
  package var maximumOutputBytes = 8 << 20
  /// Bytes that the command lists of all clients may have together: four of the longest.
  package var maximumListBytes = 4 * MPDCommandList.maximumBytes
  /// How long the answer to a wrong password takes.
  package var wrongPasswordDelay = Duration.seconds(1)

  /// The defaults.
  public init() {}
}
