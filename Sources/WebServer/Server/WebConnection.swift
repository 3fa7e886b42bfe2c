import NIOCore

/// The connection on which a request came, and through which its answer is sent.
struct WebConnection: Sendable {
  let channel: any Channel
  private let exchange: NIOLoopBound<ExchangeHandler>

  /// The connection of `channel`, whose requests and answers `exchange` handles. Call it on the channel's event loop.
  init(channel: any Channel, exchange: ExchangeHandler) {
    self.channel = channel
    self.exchange = NIOLoopBound(exchange, eventLoop: channel.eventLoop)
  }

  /// Sends `answer`. For a stream this sends only the head; ``send(_:)`` and ``finish()`` send the rest.
  func answer(_ answer: WebAnswer) {
    channel.eventLoop.execute { exchange.value.answer(answer) }
  }

  /// Sends a piece of a stream. Returns when the system has taken the piece, so that pieces do not pile up. Throws when
  /// the connection is closed.
  func send(_ bytes: ByteBuffer) async throws {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    channel.eventLoop.execute { exchange.value.send(bytes, promise: promise) }
    try await promise.futureResult.get()
  }

  /// Sends a piece of a stream, and returns true. Returns false and sends nothing when too many bytes wait already.
  /// Call it only on the connection's event loop.
  func offer(_ bytes: ByteBuffer) -> Bool {
    guard channel.isWritable else { return false }
    exchange.value.send(bytes, promise: nil)
    return true
  }

  /// Ends a stream.
  func finish() {
    channel.eventLoop.execute { exchange.value.finishStream() }
  }

  /// Waits for `work`, but at most `limit`. Returns false when `work` has not finished by then; it continues in any
  /// case.
  ///
  /// The number of unfinished `work` tasks stays bounded: each waits for the radio, which keeps at most 1024 waiting
  /// commands and drops further ones.
  @discardableResult
  func wait(atMost limit: TimeAmount, for work: @escaping @Sendable () async -> Void) async -> Bool {
    let promise = channel.eventLoop.makePromise(of: Bool.self)
    let timer = channel.eventLoop.scheduleTask(in: limit) { promise.succeed(false) }
    Task {
      await work()
      timer.cancel()
      promise.succeed(true)
    }
    return (try? await promise.futureResult.get()) ?? false
  }
}
