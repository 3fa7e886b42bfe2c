import NIOCore

/// What is on the air, and who listens. Lives on the broadcaster's event loop.
final class Mount {
  /// What the listeners are told about the stream.
  struct Identity: Sendable {
    /// The stream's MIME type.
    var contentType: String
    /// Bits a second.
    var bitRate: Int
  }

  /// How the broadcaster presents itself.
  let options: BroadcastOptions
  /// What the listeners are told.
  let identity: Identity
  private let count: ListenerCount
  private var burst: BurstBuffer
  private var listeners: [ObjectIdentifier: Listener] = [:]
  private var connections: [ObjectIdentifier: any Channel] = [:]
  private var isClosed = false

  /// A mount without listeners; `count` is kept up to date.
  init(options: BroadcastOptions, identity: Identity, count: ListenerCount) {
    self.options = options
    self.identity = identity
    self.count = count
    burst = BurstBuffer(limit: options.burstBytes)
  }

  /// Sends frames to all, and keeps them for those to come.
  func air(_ frames: [TimedFrame]) {
    burst.append(frames)
    for listener in listeners.values { listener.send(frames) }
  }

  /// Takes in a connection; false when the broadcast is over, or so many are connected that not even a refusal is sent.
  func connect(_ channel: any Channel) -> Bool {
    guard !isClosed, connections.count < 2 * options.maximumListeners else { return false }
    connections[ObjectIdentifier(channel)] = channel
    return true
  }

  /// True when one more can listen.
  var hasSpace: Bool { listeners.count < options.maximumListeners }

  /// Lets go of a connection that was closed.
  func disconnect(_ channel: any Channel) {
    connections[ObjectIdentifier(channel)] = nil
    listeners[ObjectIdentifier(channel)] = nil
    count.value.store(listeners.count, ordering: .relaxed)
  }

  /// Makes a listener of the connection: the burst goes out at once, then all that is aired.
  func tuneIn(_ channel: any Channel, interval: Int?) {
    let listener = Listener(channel: channel, interval: interval, queueBytes: options.queueBytes + options.burstBytes)
    listeners[ObjectIdentifier(channel)] = listener
    count.value.store(listeners.count, ordering: .relaxed)
    listener.send(burst.frames)
  }

  /// Closes all connections; the future succeeds when they are closed.
  func close() -> EventLoopFuture<Void>? {
    isClosed = true
    let channels = Array(connections.values)
    for channel in channels { channel.close(promise: nil) }
    return channels.first.map { EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: $0.eventLoop) }
  }
}
