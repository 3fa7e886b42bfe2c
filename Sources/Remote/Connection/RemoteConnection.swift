import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection that carries one request and its answer. It reads data only on request.
///
/// The connection closes on ``close()``, when a task that waits for it is cancelled, and when the object is released.
final class RemoteConnection: Sendable {
  private let channel: any Channel
  private let handler: NIOLoopBound<AnswerHandler>

  private init(_ channel: any Channel, _ handler: AnswerHandler) {
    self.channel = channel
    self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
  }

  deinit { close() }

  /// Connects to the daemon at `address` and sends `request`. The answer must arrive within `limits.answer` unless
  /// ``liftDeadline()`` or ``collect(upTo:within:)`` is called. `opened` is called with each channel before it is connected, and may reject
  /// it by throwing.
  ///
  /// Throws `DaemonError` and ``RemoteError``.
  static func open(
    _ request: RemoteRequest, to address: DaemonAddress, group: any EventLoopGroup, limits: RemoteLimits,
    opened: @escaping @Sendable (any Channel) throws -> Void
  ) async throws -> RemoteConnection {
    let deadline = ContinuousClock.now + limits.answer
    let target = try await target(of: address, deadline: deadline, limits: limits)
    var request = request
    for (name, value) in target.fields { request.add(name, value) }
    let bootstrap = ClientBootstrap(group: group)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .connectTimeout(TimeAmount(max(deadline - .now, .milliseconds(1))))
    let attempt = OpenChannels()
    let prepare = { @Sendable [request] (channel: any Channel) -> EventLoopFuture<RemoteConnection> in
      channel.eventLoop.makeCompletedFuture {
        let connection = try pipeline(of: channel, for: request, limits: limits, deadline: deadline)
        try opened(channel)
        try attempt.add(channel)
        return connection
      }
    }
    switch target {
    case .socket(let descriptor):
      return try await bootstrap.withConnectedSocket(descriptor, channelInitializer: prepare)
    case .host(let host):
      do {
        return try await withTaskCancellationHandler {
          try await bootstrap.connect(host: host.name, port: host.port, channelInitializer: prepare)
        } onCancel: {
          attempt.closeAll()
        }
      } catch let error as NIOConnectionError {
        throw host.unreachable(error, within: limits.answer)
      } catch ChannelError.connectTimeout {
        throw RemoteError.silence(limits.answer)
      }
    }
  }

  /// Returns the target of `address`. A busy listener is tried again until `deadline`.
  private static func target(
    of address: DaemonAddress, deadline: ContinuousClock.Instant, limits: RemoteLimits
  ) async throws -> DaemonAddress.Target {
    while true {
      do {
        return try address.connect()
      } catch RemoteError.busy {
        guard ContinuousClock.now < deadline else { throw RemoteError.silence(limits.answer) }
        try await Task.sleep(for: busyPause)
      }
    }
  }

  /// The pause before the next attempt to connect to a busy listener.
  private static let busyPause = Duration.milliseconds(20)

  private static func pipeline(
    of channel: any Channel, for request: RemoteRequest, limits: RemoteLimits, deadline: ContinuousClock.Instant
  ) throws -> RemoteConnection {
    let handler = AnswerHandler(request, limits: limits)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(AnswerByteCounter(handler))
    try pipeline.addHandler(HTTPRequestEncoder())
    try pipeline.addHandler(ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)))
    try pipeline.addHandler(handler)
    handler.setDeadline(max(deadline - .now, .zero), .silence(limits.answer), on: channel.eventLoop)
    return RemoteConnection(channel, handler)
  }

  /// Returns the answer's status and header fields. Call it once, before ``next()``.
  func head() async throws -> HTTPResponseHead {
    guard case .head(let head) = try await part() else { throw RemoteError.notHTTP }
    return head
  }

  /// Returns the next bytes of the answer's body; nil at its end. Throws ``RemoteError``.
  func next() async throws -> ByteBuffer? {
    switch try await part() {
    case .body(let bytes): bytes
    case .end: nil
    case .head: throw RemoteError.notHTTP
    }
  }

  /// Returns the rest of the answer's body. Throws ``RemoteError/endlessAnswer`` when it has more than `maximum` bytes,
  /// and ``RemoteError/slow(_:)`` when less than ``RemoteLimits/paceBytes`` of it arrive within `limit`.
  func collect(upTo maximum: Int, within limit: Duration) async throws -> [UInt8] {
    var all: [UInt8] = []
    var sinceDeadline = 0
    renewDeadline(limit)
    while let bytes = try await next() {
      guard bytes.readableBytes <= maximum - all.count else { throw RemoteError.endlessAnswer }
      all += bytes.readableBytesView
      sinceDeadline += bytes.readableBytes
      guard sinceDeadline >= RemoteLimits.paceBytes else { continue }
      sinceDeadline = 0
      renewDeadline(limit)
    }
    return all
  }

  private func renewDeadline(_ limit: Duration) {
    channel.eventLoop.execute { [handler, loop = channel.eventLoop] in
      handler.value.setDeadline(limit, .slow(limit), on: loop)
    }
  }

  /// Removes the time limit of the whole answer: from now on only `limits.silence` applies.
  func liftDeadline() {
    channel.eventLoop.execute { [handler] in handler.value.liftDeadline() }
  }

  /// Closes the connection. Callable from any thread.
  func close() { channel.close(promise: nil) }

  private func part() async throws -> AnswerParts.Part {
    try await withTaskCancellationHandler {
      try await channel.eventLoop.flatSubmit { [handler, loop = channel.eventLoop] in handler.value.next(on: loop) }
        .get()
    } onCancel: {
      close()
    }
  }
}
