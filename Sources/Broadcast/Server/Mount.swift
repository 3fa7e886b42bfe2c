import NIOCore

/// The broadcast and its listeners. Used on the broadcaster's event loop only.
final class Mount {
  /// The properties of the stream that listeners are sent.
  struct Identity: Sendable {
    /// The stream's MIME type.
    var contentType: String
    /// The bit rate in bit/s.
    var bitRate: Int
  }

  /// How the broadcaster presents itself.
  let options: BroadcastOptions
  /// The properties of the stream.
  let identity: Identity
  private let count: ListenerCount
  private var burst: BurstBuffer
  private var listeners: [ObjectIdentifier: Listener] = [:]
  private var connections: [ObjectIdentifier: any Channel] = [:]
  private var isClosed = false

  /// A mount without listeners. Keeps `count` up to date.
  init(options: BroadcastOptions, identity: Identity, count: ListenerCount) {
    self.options = options
    self.identity = identity
    self.count = count
    burst = BurstBuffer(limit: options.burstBytes)
  }

  /// Sends frames to all listeners, and keeps them for the burst of new ones.
  func air(_ frames: [TimedFrame]) {
    burst.append(frames)
    for listener in listeners.values { listener.send(frames) }
  }

  /// Registers a connection. Returns false after the broadcast ended, or above twice the listener limit, where not even
  /// a refusal is sent.
  func connect(_ channel: any Channel) -> Bool {
    guard !isClosed, connections.count < 2 * options.maximumListeners else { return false }
    connections[ObjectIdentifier(channel)] = channel
    return true
  }

  /// True when the mount accepts one more listener.
  var hasSpace: Bool { listeners.count < options.maximumListeners }

  /// Removes a connection that was closed.
  func disconnect(_ channel: any Channel) {
    connections[ObjectIdentifier(channel)] = nil
    listeners[ObjectIdentifier(channel)] = nil
    count.value.store(listeners.count, ordering: .relaxed)
  }

  /// Makes the connection a listener: sends the burst at once, then all new frames.
  func tuneIn(_ channel: any Channel, interval: Int?) {
    let listener = Listener(channel: channel, interval: interval, queueBytes: options.queueBytes + options.burstBytes)
    listeners[ObjectIdentifier(channel)] = listener
    count.value.store(listeners.count, ordering: .relaxed)
    listener.send(burst.frames)
  }

  /// Closes all connections. Returns a future that succeeds when they are closed, or nil when there are none.
  func close() -> EventLoopFuture<Void>? {
    isClosed = true
    let channels = Array(connections.values)
    for channel in channels { channel.close(promise: nil) }
    return channels.first.map { EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: $0.eventLoop) }
  }
}
