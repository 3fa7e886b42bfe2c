import AudioCore
import NIOCore
import NIOHTTP1

/// Makes one request after the other on a connection, and hands out each answer on demand. The last handler of the pipeline.
///
/// The socket is read only while the head of an answer is waited for, or somebody waits for more of its body. What one round of reading
/// brought is handed out together.
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// An answer without its body.
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
  /// Parts of the body that were not asked for yet.
  private var pieces: [ByteBuffer] = []
  private var hasEnded = false
  private var failure: (any Error)?
  /// True when the last request was sent.
  private var isAsked = false
  /// True when the event loop wants to read, and there was no demand.
  private var isReadHeld = false

  /// A handler behind `normalizer`, the one that stands before the HTTP decoder.
  init(normalizer: HeadNormalizerHandler) {
    self.normalizer = normalizer
  }

  /// True when bytes of the answer to the last request came. None did when the connection was closed before the request was sent; what came
  /// then was the answer to the request before.
  var hasAnswer: Bool { isAsked && normalizer.hasBytes }

  /// True when the whole answer came, and the connection may be used for another request.
  var isReusable: Bool { hasEnded && failure == nil && pieces.isEmpty && normalizer.isReusable }

  // MARK: Requests

  /// Sends a request without a body. `promise` gets the head of the answer; it fails with what ended the connection.
  func begin(
    _ request: HTTPRequestHead, charset: TextCharset, keepsAlive: Bool, promise: EventLoopPromise<Head>
  ) {
    isAsked = false
    guard let context, context.channel.isActive, case .none = demand else {
      return promise.fail(ConnectionFault.closed)
    }
    isAsked = true
    normalizer.begin(charset: charset, keepsAlive: keepsAlive)
    (pieces, hasEnded, failure) = ([], false, nil)
    demand = .head(promise)
    context.write(wrapOutboundOut(.head(request)), promise: nil)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenFailure { [self] in fail($0) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    readIfHeld()
  }

  /// Gives `promise` the next parts of the body, or nil at its end. One caller at a time.
  func next(_ promise: EventLoopPromise<[ByteBuffer]?>) {
    guard case .none = demand else { return promise.fail(ConnectionFault.closed) }
    demand = .body(promise)
    deliver()
    readIfHeld()
  }

  /// Ends the connection with `error`, which follows the parts of the body that came before.
  func fail(_ error: any Error) {
    if failure == nil, !hasEnded { failure = error }
    deliver()
    context?.close(promise: nil)
  }

  /// Ends the connection with `error` if the head of the answer is still waited for.
  func failHead(_ error: any Error) { if case .head = demand { fail(error) } }

  private func readIfHeld() {
    guard isReadHeld, wantsBytes else { return }
    isReadHeld = false
    context?.read()
  }

  /// While nothing is asked for, what comes belongs to no answer: it is read, so that the connection ends.
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

  // MARK: The channel

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
    if !hasEnded, failure == nil { failure = ConnectionFault.closed }
    deliver()
    context.fireChannelInactive()
  }
}
