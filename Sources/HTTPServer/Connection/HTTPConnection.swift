package import NIOCore

/// The connection on which a request came, and through which its answer is sent.
package struct HTTPConnection: Sendable {
  /// The connection itself.
  package let channel: any Channel
  private let exchange: NIOLoopBound<ExchangeHandler>

  /// The connection of `channel`, whose requests and answers `exchange` handles. Call it on the channel's event loop.
  init(channel: any Channel, exchange: ExchangeHandler) {
    self.channel = channel
    self.exchange = NIOLoopBound(exchange, eventLoop: channel.eventLoop)
  }

  /// Sends `answer`. For a stream and for pieces this sends only the head; ``send(_:)`` and ``finish()`` send the rest.
  func answer(_ answer: HTTPAnswer) {
    channel.eventLoop.execute { exchange.value.answer(answer) }
  }

  /// Sends a piece of an answer. Returns when the system has taken the piece, so that pieces do not pile up. Throws when
  /// the connection is closed.
  package func send(_ bytes: ByteBuffer) async throws {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    channel.eventLoop.execute { exchange.value.send(bytes, promise: promise) }
    try await promise.futureResult.get()
  }

  /// Sends a piece of a stream, and returns true. Returns false and sends nothing when too many bytes wait already.
  /// Call it only on the connection's event loop.
  package func offer(_ bytes: ByteBuffer) -> Bool {
    guard channel.isWritable else { return false }
    exchange.value.send(bytes, promise: nil)
    return true
  }

  /// Calls `body` once when the client leaves before its request was answered: when it closes the connection, or its
  /// sending side, which looks the same over TCP. Call it before the answer, at most once for a request.
  package func whenClientLeaves(_ body: @escaping @Sendable () -> Void) {
    channel.eventLoop.execute { exchange.value.watchClient(body) }
  }

  /// Closes the connection in the middle of an answer.
  func abort() { channel.close(promise: nil) }

  /// Ends a stream, or an answer in pieces.
  func finish() {
    channel.eventLoop.execute { exchange.value.finish() }
  }
}
