import AudioCore
import NIOCore
import NIOHTTP1

/// A connection that is ready for requests, which are made one after the other.
final class HTTPConnection: Sendable {
  /// What two requests must share to use the same connection.
  struct Route: Hashable, Sendable {
    let isSecure: Bool
    let host: String
    let port: Int
    let proxy: ProxyServer?
    let credentials: String?
  }

  /// Where it leads.
  let route: Route
  /// How far the address at its other end reaches.
  let scope: AddressScope
  /// The pauses between reads.
  let pacing: ReadPacing

  private let channel: any Channel
  private let exchange: NIOLoopBound<ExchangeHandler>

  /// Puts the handlers of HTTP on `channel`, whose bytes are those of the server. To be called on its event loop. A server that sends
  /// nothing for `stallLimit` has stalled.
  init(
    channel: any Channel, route: Route, scope: AddressScope, isEncrypted: Bool, stallLimit: TimeAmount
  ) throws {
    self.channel = channel
    self.route = route
    self.scope = scope
    let pacing = ReadPacing()
    self.pacing = pacing
    let normalizer = HeadNormalizerHandler()
    let handler = ExchangeHandler(normalizer: normalizer)
    exchange = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.addHandlers([
      ReadPacingHandler(pacing: pacing, longest: .nanoseconds(stallLimit.nanoseconds / 2), seesSocket: !isEncrypted),
      StallWatchHandler(limit: stallLimit) { normalizer.isDone }, normalizer, HTTPRequestEncoder(),
      ByteToMessageHandler(HTTPResponseDecoder()),
      handler,
    ])
  }

  /// True until either side closes it.
  var isActive: Bool { channel.isActive }

  /// Sends a request without a body; returns when the head of the answer came.
  ///
  /// Throws what ended the connection, ``ConnectionFault/headTimeout`` at `deadline`, or `CancellationError`.
  func ask(
    _ request: HTTPRequestHead, charset: TextCharset, keepsAlive: Bool, deadline: NIODeadline
  ) async throws -> ExchangeHandler.Head {
    try await onLoop { (exchange: ExchangeHandler, promise: EventLoopPromise<ExchangeHandler.Head>) in
      let timer = self.channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
        exchange.failHead(ConnectionFault.headTimeout)
      }
      promise.futureResult.whenComplete { _ in timer.cancel() }
      exchange.begin(request, charset: charset, keepsAlive: keepsAlive, promise: promise)
    }
  }

  /// The next parts of the answer's body, or nil at its end. Throws what ended the connection, or `CancellationError`.
  func next() async throws -> [ByteBuffer]? {
    let buffers = try await onLoop { (exchange: ExchangeHandler, promise: EventLoopPromise<[ByteBuffer]?>) in
      exchange.next(promise)
    }
    // Cancellation closes the connection, which ends a body that has no other end.
    if buffers == nil { try Task.checkCancellation() }
    return buffers
  }

  /// True when a byte of the answer came.
  func hasAnswer() async -> Bool { (try? await onLoop { $1.succeed($0.hasAnswer) }) ?? false }

  /// True when the whole answer came, and both sides want to keep the connection.
  func isReusable() async -> Bool { (try? await onLoop { $1.succeed($0.isReusable) }) ?? false }

  /// Ends the connection, as one that has stalled, when `delay` is over; the result may be cancelled before.
  func endAfter(_ delay: Duration) -> Scheduled<Void> {
    let exchange = exchange
    return channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {
      exchange.value.fail(ConnectionFault.stalled(seconds: max(1, Int(delay.components.seconds))))
    }
  }

  /// Closes the connection when `delay` is over; the result may be cancelled before.
  func closeAfter(_ delay: Duration) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: TimeAmount(delay)) { [channel] in channel.close(promise: nil) }
  }

  /// Closes the connection.
  func close() { channel.close(promise: nil) }

  /// Has `body` fulfil a promise on the event loop, at once where this is its thread. Cancellation closes the connection.
  private func onLoop<Value: Sendable>(
    _ body: @escaping @Sendable (ExchangeHandler, EventLoopPromise<Value>) -> Void
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
