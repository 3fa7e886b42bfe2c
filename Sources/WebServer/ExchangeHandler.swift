import NIOCore
import NIOHTTP1

/// Watches requests and their answers on one connection, as HTTP/1 has them: refuses what ``RequestGuard`` does, frames what is
/// answered to old clients, and ends the connection where it cannot go on.
final class ExchangeHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request that waits for its answer, or for the rest of it.
  private struct Exchange {
    var isOld: Bool
    var isLast: Bool
  }

  private let rules: RequestGuard
  private let limits: ConnectionLimits
  private let counts: WebCounts
  private var connection: ConnectionHandler?
  private var context: ChannelHandlerContext?
  private var exchanges: [Exchange] = []
  /// True while a request is coming.
  private var isReading = false
  /// What is answered when all before it was, and ends the connection; nothing is read any more.
  private var refusal: WebFault?
  private var isOver = false
  private var comments: Scheduled<Void>?
  private var lastWrite = NIODeadline.now()

  init(rules: RequestGuard, limits: ConnectionLimits, counts: WebCounts) {
    self.rules = rules
    self.limits = limits
    self.counts = counts
  }

  /// What watches the bytes before it; made by and for this handler.
  func makeConnectionHandler() -> ConnectionHandler {
    let connection = ConnectionHandler(limits: limits) { [unowned self] in refuse($0) }
    self.connection = connection
    return connection
  }

  /// Sends a piece of the body that is being answered, past what does it for the usual answers. It is done when the system has
  /// taken it.
  func send(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?) {
    guard let context, !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    lastWrite = .now()
    context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    comments?.cancel()
    comments = nil
    connection = nil
    self.context = nil
  }

  // MARK: What comes

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard refusal == nil, !isOver else { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      if let fault = rules.fault(in: head) { return refuse(fault) }
      exchanges.append(
        Exchange(isOld: head.version != .http1_1, isLast: !head.isKeepAlive))
      isReading = true
      connection?.enter(.body)
      if head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }),
        exchanges.count == 1
      {
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(Self.wrapOutboundOut(.head(head)), promise: nil)
      }
    case .body: break
    case .end:
      isReading = false
      if !exchanges.isEmpty { connection?.enter(.answer(isStream: false)) }
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow: refuse(WebFault(431, "the head is too long"))
    case is HTTPParserError: refuse(WebFault(400, "this is not HTTP"))
    default: context.close(promise: nil)
    }
  }

  /// Answers `fault` when all before it was answered, and ends the connection.
  private func refuse(_ fault: WebFault) {
    guard refusal == nil, !isOver else { return }
    guard let context else { return }
    // A request whose body is coming is refused itself: nobody else can answer it any more.
    if isReading, exchanges.count == 1, !hasBegun { exchanges = [] }
    refusal = fault
    if exchanges.isEmpty { answerRefusal(context) } else { connection?.enter(.farewell) }
  }

  /// True while a part of an answer was sent.
  private var hasBegun = false

  private func answerRefusal(_ context: ChannelHandlerContext) {
    guard let fault = refusal else { return }
    counts.noteAnswer(status: fault.status)
    let body = fault.body
    context.write(
      Self.wrapOutboundOut(.head(completed(fault.head(bodyBytes: body.readableBytes)))), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.write(Self.wrapOutboundOut(.end(nil)), promise: nil)
    finish(context)
  }

  /// Sends what there is, then our end, and waits a little for the other.
  private func finish(_ context: ChannelHandlerContext) {
    isOver = true
    context.flush()
    connection?.enter(.farewell)
    context.close(mode: .output, promise: nil)
  }

  // MARK: What goes

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch Self.unwrapOutboundIn(data) {
    case .head(let head): context.write(Self.wrapOutboundOut(.head(opened(head))), promise: promise)
    case .body:
      lastWrite = .now()
      context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      end(context)
    }
  }

  /// What the answer's head becomes for who asked.
  private func opened(_ original: HTTPResponseHead) -> HTTPResponseHead {
    var head = completed(original)
    guard var exchange = exchanges.first else { return head }
    hasBegun = true
    counts.noteAnswer(status: Int(head.status.code))
    let type = head.headers.first(name: "content-type") ?? ""
    let isStream = !head.headers.contains(name: "content-length")
    // Sound goes as it is: players of streams are older than HTTP/1.1.
    let isSound = type.hasPrefix("audio/") || type == RelayedSound.oggType
    if exchange.isOld || isStream && isSound { head.version = .http1_0 }
    exchange.isLast = exchange.isLast || isStream || isReading
    if exchange.isLast {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    } else if exchange.isOld {
      head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
    }
    exchanges[0] = exchange
    if isStream {
      connection?.enter(.answer(isStream: true))
      if type == ServerSentEvent.contentType { scheduleComment(after: limits.commentTime) }
    }
    return head
  }

  /// What every answer says.
  private func completed(_ original: HTTPResponseHead) -> HTTPResponseHead {
    var head = original
    head.headers.add(name: "date", value: HTTPDate.now())
    head.headers.add(name: "x-content-type-options", value: "nosniff")
    // A page of another origin may not take an answer in as a picture, sound or script, whatever it is.
    head.headers.replaceOrAdd(name: "cross-origin-resource-policy", value: "same-origin")
    if !head.headers.contains(name: "cache-control") { head.headers.add(name: "cache-control", value: "no-store") }
    return head
  }

  private func end(_ context: ChannelHandlerContext) {
    comments?.cancel()
    comments = nil
    hasBegun = false
    let isLast = exchanges.isEmpty || exchanges.removeFirst().isLast
    if isLast {
      finish(context)
    } else if exchanges.isEmpty, refusal != nil {
      answerRefusal(context)
    } else if exchanges.isEmpty {
      connection?.enter(.waiting(isFirst: false))
    }
  }

  /// Sends a comment when nothing else was sent for so long: it keeps what is between us and the client from giving up, and shows
  /// a client that is gone.
  private func scheduleComment(after time: TimeAmount) {
    guard let context else { return }
    comments = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
      let quiet = NIODeadline.now() - lastWrite
      if quiet >= limits.commentTime {
        if context.channel.isWritable { send(ServerSentEvent.comment, promise: nil) }
        scheduleComment(after: limits.commentTime)
      } else {
        scheduleComment(after: limits.commentTime - quiet)
      }
    }
  }
}
