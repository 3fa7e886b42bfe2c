import AudioCore
import NIOCore
import NIOHTTP1

/// Sends requests one after the other on a connection, and delivers each response on demand. The last handler of the
/// pipeline.
///
/// The socket is read only while a caller waits for a response head or for more of a body. The bytes of one read cycle
/// are delivered together.
final class ClientExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// A response without its body.
  struct Head: Sendable {
    let status: Int
    /// The server's own reason phrase, cleaned.
    let reason: String
    let headers: HTTPHeaders
    /// True when only the end of the connection ends the body.
    let endsWithConnection: Bool
  }

  private enum Demand {
    case none
    case head(EventLoopPromise<Head>)
    case body(EventLoopPromise<[ByteBuffer]?>)
  }

  private let normalizer: HeadNormalizerHandler
  private var context: ChannelHandlerContext?
  private var demand = Demand.none
  /// Parts of the body that no caller has requested yet.
  private var pieces: [ByteBuffer] = []
  private var hasEnded = false
  private var failure: (any Error)?
  /// True once the last request has been passed to the pipeline.
  private var isAsked = false
  /// True when the event loop has requested a read that is held back, because there is no demand.
  private var isReadHeld = false

  /// A handler behind `normalizer`, which sits in front of the HTTP decoder.
  init(normalizer: HeadNormalizerHandler) {
    self.normalizer = normalizer
  }

  /// True when bytes of the response to the last request have arrived. False when the connection was closed before that
  /// request was sent: earlier bytes belong to the previous response.
  var hasAnswer: Bool { isAsked && normalizer.hasBytes }

  /// True when the whole response has arrived and the connection may be used for another request.
  var isReusable: Bool { hasEnded && failure == nil && pieces.isEmpty && normalizer.isReusable }

  // MARK: Requests

  /// Sends a request with its body, if it has one. `promise` receives the head of the response; it fails with the error
  /// that ended the connection.
  func begin(
    _ request: HTTPRequestHead, body: [UInt8]?, charset: TextCharset, keepsAlive: Bool, promise: EventLoopPromise<Head>
  ) {
    isAsked = false
    guard let context, context.channel.isActive, case .none = demand else {
      return promise.fail(ConnectionError.closed)
    }
    isAsked = true
    normalizer.begin(charset: charset, keepsAlive: keepsAlive)
    (pieces, hasEnded, failure) = ([], false, nil)
    demand = .head(promise)
    context.write(wrapOutboundOut(.head(request)), promise: nil)
    if let body {
      context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: body)))), promise: nil)
    }
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenFailure { [self] in fail($0) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    readIfHeld()
  }

  /// Delivers the next parts of the body to `promise`, or nil at its end. Only one call may be pending.
  func next(_ promise: EventLoopPromise<[ByteBuffer]?>) {
    guard case .none = demand else { return promise.fail(ConnectionError.closed) }
    demand = .body(promise)
    deliver()
    readIfHeld()
  }

  /// Ends the connection with `error`. Parts of the body that arrived before are delivered first.
  func fail(_ error: any Error) {
    if failure == nil, !hasEnded { failure = error }
    deliver()
    context?.close(promise: nil)
  }

  /// Ends the connection with `error` if the response head has not arrived yet.
  func failHead(_ error: any Error) { if case .head = demand { fail(error) } }

  private func readIfHeld() {
    guard isReadHeld, wantsBytes else { return }
    isReadHeld = false
    context?.read()
  }

  /// True when a read may proceed. Between responses it may, although there is no demand: bytes that arrive then belong
  /// to no response, and reading them closes the connection.
  private var wantsBytes: Bool {
    switch demand {
    case .none: hasEnded && failure == nil && pieces.isEmpty
    case .head, .body: true
    }
  }

  private func deliver() {
    switch demand {
    case .none: break
    case .head(let promise):
      guard let failure else { return }
      demand = .none
      promise.fail(failure)
    case .body(let promise):
      if !pieces.isEmpty {
        let all = pieces
        (demand, pieces) = (.none, [])
        promise.succeed(all)
      } else if let failure {
        demand = .none
        promise.fail(failure)
      } else if hasEnded {
        demand = .none
        promise.succeed(nil)
      }
    }
  }

  // MARK: Channel events

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func read(context: ChannelHandlerContext) {
    if wantsBytes { context.read() } else { isReadHeld = true }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard case .head(let promise) = demand else { return }
      demand = .none
      promise.succeed(
        Head(
          status: Int(head.status.code), reason: normalizer.reason, headers: head.headers,
          endsWithConnection: normalizer.endsWithConnection))
    case .body(let buffer): pieces.append(buffer)
    case .end: hasEnded = true
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    deliver()
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error) }

  func channelInactive(context: ChannelHandlerContext) {
    if !hasEnded, failure == nil { failure = ConnectionError.closed }
    deliver()
    context.fireChannelInactive()
  }
}
