import NIOCore
import NIOHTTP1

/// Sends one request as soon as its channel is connected, and delivers the parts of the answer on request. Used only on
/// the channel's event loop.
final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: RemoteRequest
  private let silence: Duration
  private var parts: AnswerParts
  private var context: ChannelHandlerContext?
  private var waiting: EventLoopPromise<AnswerParts.Part>?
  /// Ends the connection when the answer is late.
  private var deadline: Scheduled<Void>?
  /// Closes the connection when a requested part does not arrive in time.
  private var silenceWatch: Scheduled<Void>?

  /// Creates a handler for `request`. The connection fails when a requested part does not arrive within
  /// `limits.silence`.
  init(_ request: RemoteRequest, limits: RemoteLimits) {
    self.request = request
    silence = limits.silence
    parts = AnswerParts(headBytes: limits.headBytes)
  }

  // MARK: Called by the connection

  /// Returns the next part of the answer. Only one call may be pending: a second one fails with `RemoteError.closed`.
  func next(on loop: any EventLoop) -> EventLoopFuture<AnswerParts.Part> {
    guard waiting == nil else { return loop.makeFailedFuture(RemoteError.closed) }
    let promise = loop.makePromise(of: AnswerParts.Part.self)
    waiting = promise
    perform(parts.want())
    if waiting != nil {
      silenceWatch = loop.assumeIsolated().scheduleTask(in: TimeAmount(silence)) { [self] in
        giveUp(.silence(silence))
      }
    }
    return promise.futureResult
  }

  /// Closes the connection with `fault` after `time`, unless ``liftDeadline()`` or this method is called before.
  func setDeadline(_ time: Duration, _ fault: RemoteError, on loop: any EventLoop) {
    deadline?.cancel()
    deadline = loop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { [self] in giveUp(fault) }
  }

  /// Cancels the deadline: from now on only `limits.silence` applies.
  func liftDeadline() {
    deadline?.cancel()
    deadline = nil
  }

  /// Counts `count` bytes that arrived and were parsed.
  func parsed(bytes count: Int) {
    if let fault = parts.parsed(bytes: count) { giveUp(fault) }
  }

  private func giveUp(_ fault: RemoteError) {
    perform(parts.failed(fault))
    context?.close(promise: nil)
  }

  private func perform(_ action: AnswerParts.Action) {
    switch action {
    case .wait: break
    case .read: context?.read()
    case .deliver(let part): settle(.success(part))
    case .fail(let fault): settle(.failure(fault))
    }
  }

  private func settle(_ result: Result<AnswerParts.Part, any Error>) {
    silenceWatch?.cancel()
    silenceWatch = nil
    let promise = waiting
    waiting = nil
    promise?.completeWith(result)
  }

  // MARK: Called by the channel

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    liftDeadline()
    perform(parts.failed(.closed))
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(request.head)), promise: nil)
    if let body = request.body {
      context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): parts.received(.head(head))
    case .body(let bytes): parts.received(.body(bytes))
    case .end: parts.received(.end)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) { perform(parts.readEnded()) }

  func channelInactive(context: ChannelHandlerContext) { perform(parts.failed(.closed)) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let fault: RemoteError =
      switch error {
      case HTTPParserError.invalidEOFState: .closed  // the connection ended before the answer did
      case is HTTPParserError, is NIOHTTPDecoderError: .notHTTP
      default: .closed
      }
    giveUp(fault)
  }
}
