import Hummingbird
import Logging
import NIOCore

/// The connection a request came on, for answers that go on and on.
struct WebConnection: Sendable {
  let channel: any Channel
  let exchange: NIOLoopBound<ExchangeHandler>

  /// Sends a piece of the answer; returns when the system has taken it, so that nothing piles up. Throws when the connection is closed.
  func send(_ bytes: ByteBuffer) async throws {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    channel.eventLoop.execute { exchange.value.send(bytes, promise: promise) }
    try await promise.futureResult.get()
  }

  /// Sends a piece of the answer unless too much is waiting already; false then. On the connection's event loop only.
  func offer(_ bytes: ByteBuffer) -> Bool {
    guard channel.isWritable else { return false }
    exchange.value.send(bytes, promise: nil)
    return true
  }
}

/// What a route knows of a request beside its head and body.
struct WebContext: RequestContext {
  /// What it is made of.
  struct Source: RequestContextSource {
    let logger: Logger
    let connection: WebConnection
  }

  var coreContext: CoreRequestContextStorage
  let connection: WebConnection

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.connection
  }
}
