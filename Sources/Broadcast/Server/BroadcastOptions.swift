import Muxing

/// How a broadcaster presents itself and treats its listeners.
public struct BroadcastOptions: Sendable {
  /// Name or address of the interface to listen on; the default is reachable from this machine only.
  public var host = "127.0.0.1"
  /// Port to listen on; 0 takes any free port.
  public var port = 0
  /// Bytes of audio between two metadata blocks, for listeners that ask for metadata; 0 sends none.
  public var metadataInterval = 16_000
  /// The station's name.
  public var name = "SpringRadio"
  /// Bytes of recent audio that a new listener gets at once. Icecast's `burst-size` has the same default.
  public var burstBytes = 64 << 10
  /// Bytes that a listener may be behind, in addition to `burstBytes`, before the connection is closed.
  public var queueBytes = 512 << 10
  /// The maximum number of listeners. Further clients get the answer that the station is full, and from twice that
  /// number of connections on they get no other answer.
  public var maximumListeners = 100

  /// Size of the kernel's send buffer for a listener, in bytes. It is small, so that a client that does not read is
  /// noticed.
  package var sendBufferBytes = 128 << 10

  /// The defaults.
  public init() {}

  /// The limits of the relay that the listeners hear.
  var relayLimits: PacketRelay.Limits {
    var limits = PacketRelay.Limits()
    (limits.burstBytes, limits.maximumBurstBytes) = (burstBytes, burstBytes)
    (limits.queueBytes, limits.maximumQueueBytes) = (burstBytes + queueBytes, burstBytes + queueBytes)
    return limits
  }
}
