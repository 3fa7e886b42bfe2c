package import SystemSupport

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
  /// Unix socket. Of those that have not sent the password, an address has 32 at most, and the one that was idle longest
  /// gives way to a new one.
  public var maximumClients = 256
  /// True when the radio goes back to what it played after an announcement: an address that a client played alone.
  public var resumesAfterFile = true

  /// Longest time a client may send nothing outside `idle`.
  package var clientTimeout = Duration.seconds(60)
  /// Longest time a client may take no bytes although some wait for it.
  package var outputTimeout = Duration.seconds(30)
  /// Most bytes that may wait for a client.
  package var maximumOutputBytes = 8 << 20
  /// Most bytes that may wait for all clients together, beside 64 KiB for each. A quarter is reserved for clients on the
  /// Unix socket; the rest is more than ``maximumOutputBytes``, so that every answer fits in the end.
  package var maximumSharedOutputBytes = 32 << 20
  /// Longest time a client may take no bytes while the answer of another one waits for memory.
  package var crowdedOutputTimeout = Duration.seconds(5)
  /// Most bytes that the command lists of all clients may have together: four of the longest lists.
  package var maximumListBytes = 4 * MPDCommandList.maximumBytes
  /// The thread for commands that examine many songs.
  package var searches = BlockingPool(threads: 1)
  /// The delay of the answer to a wrong password.
  package var wrongPasswordDelay = Duration.seconds(1)
  /// Longest delay of the answer to a password, right or wrong, from an address that sent too many wrong ones.
  package var maximumPasswordDelay = Duration.seconds(10)

  /// True when TCP clients must send a password.
  var needsPassword: Bool { !(password ?? "").isEmpty }

  /// The defaults.
  public init() {}
}
