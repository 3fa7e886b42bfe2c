import NIOCore

/// The connection a request came on: where its answer goes.
struct WebConnection: Sendable {
  let channel: any Channel
  private let exchange: NIOLoopBound<ExchangeHandler>

  /// The connection of `channel`, whose exchanges `exchange` watches. On its event loop.
  init(channel: any Channel, exchange: ExchangeHandler) {
    self.channel = channel
    self.exchange = NIOLoopBound(exchange, eventLoop: channel.eventLoop)
  }

  /// Sends `answer`; of a stream the head, the rest follows by ``send(_:)`` and ``finish()``.
  func answer(_ answer: WebAnswer) {
    channel.eventLoop.execute { exchange.value.answer(answer) }
  }

  /// Sends a piece of a stream; returns when the system has taken it, so that nothing piles up. Throws when the
  /// connection is closed.
  func send(_ bytes: ByteBuffer) async throws {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    channel.eventLoop.execute { exchange.value.send(bytes, promise: promise) }
    try await promise.futureResult.get()
  }

  /// Sends a piece of a stream unless too much is waiting already; false then. On the connection's event loop only.
  func offer(_ bytes: ByteBuffer) -> Bool {
    guard channel.isWritable else { return false }
    exchange.value.send(bytes, promise: nil)
    return true
  }

  /// Ends a stream.
  func finish() {
    channel.eventLoop.execute { exchange.value.finishStream() }
  }

  /// Waits for `work`, which continues in any case, and no longer than `limit`. False when it was not done by then.
  ///
  /// What continues is bounded by what it waits for: the radio lets a thousand commands wait and loses what is one too
  /// many.
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
