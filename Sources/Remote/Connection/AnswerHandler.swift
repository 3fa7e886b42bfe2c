import NIOCore
import NIOHTTP1

/// Sends one request when its channel is connected, and hands out the answer's parts as they are asked for. Used on the
/// channel's event loop only.
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
  /// Ends the connection when nothing comes while somebody waits.
  private var silenceWatch: Scheduled<Void>?

  /// A handler for `request`, whose answer may be silent for `limits.silence` at a time while a part of it is waited
  /// for.
  init(_ request: RemoteRequest, limits: RemoteLimits) {
    self.request = request
    silence = limits.silence
    parts = AnswerParts(headBytes: limits.headBytes)
  }

  // MARK: Asked by the connection

  /// The next part of the answer. One may wait at a time.
  func next(on loop: any EventLoop) -> EventLoopFuture<AnswerParts.Part> {
    guard waiting == nil else { return loop.makeFailedFuture(RemoteFault.closed) }
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

  /// The connection is given up after `time`, which is what is left of `limit`, unless ``liftDeadline()`` comes first.
  func setDeadline(_ time: Duration, of limit: Duration, on loop: any EventLoop) {
    deadline = loop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { [self] in
      giveUp(.silence(limit))
    }
  }

  /// From now on only silence ends the connection.
  func liftDeadline() {
    deadline?.cancel()
    deadline = nil
  }

  /// `count` bytes came and were parsed.
  func parsed(bytes count: Int) {
    if let fault = parts.parsed(bytes: count) { giveUp(fault) }
  }

  private func giveUp(_ fault: RemoteFault) {
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
    let fault: RemoteFault =
      switch error {
      case HTTPParserError.invalidEOFState: .closed  // the end came too early
      case is HTTPParserError, is NIOHTTPDecoderError: .notHTTP
      default: .closed
      }
    giveUp(fault)
  }
}

/// Counts for an ``AnswerHandler`` the bytes that come, before they are parsed.
final class AnswerByteCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let answer: AnswerHandler

  /// A counter for `answer`, which is behind it in the same pipeline.
  init(_ answer: AnswerHandler) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    answer.parsed(bytes: count)
  }
}
