/// How a broadcaster presents itself and treats its listeners.
public struct BroadcastOptions: Sendable {
  /// Name or address of the interface to listen on; the default is reachable from this machine alone.
  public var host = "127.0.0.1"
  /// Port to listen on; 0 takes any that is free.
  public var port = 0
  /// Bytes of sound between two pieces of metadata, for listeners that ask for metadata; 0 never sends any.
  public var metadataInterval = 16_000
  /// The station's name.
  public var name = "SpringRadio"
  /// Bytes of what was just on the air that a new listener gets at once. Icecast's `burst-size` has the same default.
  public var burstBytes = 64 << 10
  /// Bytes a listener may be behind before the connection is closed.
  public var queueBytes = 512 << 10
  /// Most connections at a time; further ones are told that the station is full.
  public var maximumListeners = 100

  /// What the kernel keeps for a listener, in bytes; small, so that one who does not listen is noticed.
  package var sendBufferBytes = 128 << 10

  /// The defaults.
  public init() {}
}
