import AudioCore
import NIOCore
import NIOHTTP1

/// A connection that is ready for requests, one after the other.
final class ClientConnection: Sendable {
  /// What two requests must share to use the same connection.
  struct Route: Hashable, Sendable {
    let isSecure: Bool
    let host: String
    let port: Int
    let proxy: ProxyServer?
    let credentials: String?
  }

  /// The route of this connection.
  let route: Route
  /// The scope of the address at the other end.
  let scope: AddressScope
  /// The pauses between reads.
  let pacing: ReadPacing

  private let channel: any Channel
  private let exchange: NIOLoopBound<ClientExchangeHandler>

  /// Adds the HTTP handlers to `channel`, which must already be connected to the server, through a proxy where there is
  /// one. Must be called on the event loop of `channel`. A server that sends nothing for `stallLimit` has stalled.
  init(
    channel: any Channel, route: Route, scope: AddressScope, isEncrypted: Bool, stallLimit: TimeAmount
  ) throws {
    self.channel = channel
    self.route = route
    self.scope = scope
    let pacing = ReadPacing()
    self.pacing = pacing
    let normalizer = HeadNormalizerHandler()
    let handler = ClientExchangeHandler(normalizer: normalizer)
    exchange = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.addHandlers([
      ReadPacingHandler(
        pacing: pacing, maximumPause: .nanoseconds(stallLimit.nanoseconds / 2), seesSocket: !isEncrypted),
      StallWatchHandler(limit: stallLimit) { normalizer.isDone }, normalizer, HTTPRequestEncoder(),
      ByteToMessageHandler(HTTPResponseDecoder()),
      handler,
    ])
  }

  /// True until either side closes the connection.
  var isActive: Bool { channel.isActive }

  /// Sends a request with its body, if it has one, and returns the head of the response when it has arrived.
  ///
  /// Throws the error that ended the connection, ``ConnectionError/headTimeout`` at `deadline`, or `CancellationError`.
  func ask(
    _ request: HTTPRequestHead, body: [UInt8]? = nil, charset: TextCharset, keepsAlive: Bool, deadline: NIODeadline
  ) async throws -> ClientExchangeHandler.Head {
    try await onLoop { (exchange: ClientExchangeHandler, promise: EventLoopPromise<ClientExchangeHandler.Head>) in
      let timer = self.channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
        exchange.failHead(ConnectionError.headTimeout)
      }
      promise.futureResult.whenComplete { _ in timer.cancel() }
      exchange.begin(request, body: body, charset: charset, keepsAlive: keepsAlive, promise: promise)
    }
  }

  /// Returns the next parts of the body, or nil at its end. Throws the error that ended the connection, or
  /// `CancellationError`.
  func next() async throws -> [ByteBuffer]? {
    let buffers = try await onLoop { (exchange: ClientExchangeHandler, promise: EventLoopPromise<[ByteBuffer]?>) in
      exchange.next(promise)
    }
    // Cancellation closes the connection. For a body that ends with the connection this looks like a normal end.
    if buffers == nil { try Task.checkCancellation() }
    return buffers
  }

  /// True when a byte of the response has arrived.
  func hasAnswer() async -> Bool { (try? await onLoop { $1.succeed($0.hasAnswer) }) ?? false }

  /// True when the whole response has arrived and both sides keep the connection open.
  func isReusable() async -> Bool { (try? await onLoop { $1.succeed($0.isReusable) }) ?? false }

  /// Ends the connection as stalled after `delay`; the caller may cancel the returned timer.
  func endAfter(_ delay: Duration) -> Scheduled<Void> {
    let exchange = exchange
    return channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {
      exchange.value.fail(ConnectionError.stalled(seconds: max(1, Int(delay.components.seconds))))
    }
  }

  /// Closes the connection after `delay`; the caller may cancel the returned timer.
  func closeAfter(_ delay: Duration) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: TimeAmount(delay)) { [channel] in channel.close(promise: nil) }
  }

  /// Closes the connection.
  func close() { channel.close(promise: nil) }

  /// Runs `body`, which fulfils a promise, on the event loop; at once when the caller runs on its thread. Cancellation
  /// closes the connection.
  private func onLoop<Value: Sendable>(
    _ body: @escaping @Sendable (ClientExchangeHandler, EventLoopPromise<Value>) -> Void
  ) async throws -> Value {
    let promise = channel.eventLoop.makePromise(of: Value.self)
    do {
      return try await withTaskCancellationHandler {
        let exchange = exchange
        if channel.eventLoop.inEventLoop {
          body(exchange.value, promise)
        } else {
          channel.eventLoop.execute { body(exchange.value, promise) }
        }
        return try await promise.futureResult.get()
      } onCancel: {
        channel.close(promise: nil)
      }
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }
}
