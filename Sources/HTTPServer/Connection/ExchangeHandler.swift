import AudioCore
import NIOCore
import NIOHTTP1
import ServerSupport
import SystemSupport

/// Receives the requests of one connection and sends their answers, one after the other (HTTP/1). Refuses requests that
/// are not admitted or that are too long, frames each answer for the client's HTTP version, and closes the
/// connection where it cannot continue.
final class ExchangeHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Starts to answer a request; ``answer(_:)`` follows later. Returns false when too many requests are in progress.
  typealias Responder = @Sendable (HTTPRequest, HTTPConnection) -> Bool

  /// Most requests that may wait on one connection. The limit is needed because all requests in one read are decoded at
  /// once.
  private static let maximumExchanges = 100
  /// Bytes of a piece in which a whole body is written.
  private static let pieceBytes = 64 << 10

  /// A request that waits for its answer or for the rest of its body.
  private struct Exchange {
    var request: HTTPRequest
    /// The maximum number of bytes of the body.
    var bodyLimit: Int
    var isOld: Bool
    var isLast: Bool
    /// True when the body is counted as a long one.
    var isLong = false
    /// True when the whole body has come.
    var isComplete = false
  }

  private let service: HTTPService
  private let admit: HTTPService.Admission
  let limits: ConnectionLimits
  private let counts: ConnectionCounts
  private let place: ClientPlaces.Place
  private let respond: Responder
  private var connection: ConnectionHandler?
  private var context: ChannelHandlerContext?
  /// The client's address over TCP; nil on the Unix socket.
  private var client: ClientAddress?
  private var exchanges = CircularBuffer<Exchange>()
  /// True while the first exchange is being answered.
  private var isAnswering = false
  /// The error that is answered after all earlier requests, and then ends the connection. Once it is set, further input
  /// is ignored.
  private var refusal: (fault: HTTPError, isHead: Bool)?
  /// True when the client has closed its sending side.
  private var isInputClosed = false
  /// Called when the client leaves before the answer to the first exchange.
  private var onLeaving: (@Sendable () -> Void)?
  /// True when nothing more is sent.
  private var isOver = false
  private var isReadWanted = false
  private var comments: Scheduled<Void>?
  private var lastWrite = NIODeadline.now()

  /// The handler of a new connection, which has the `place` among those of `counts`. `admit` accepts requests, `respond`
  /// answers them, and `service` gives the form of all answers.
  init(
    service: HTTPService, admit: @escaping HTTPService.Admission, limits: ConnectionLimits, counts: ConnectionCounts,
    place: ClientPlaces.Place, respond: @escaping Responder
  ) {
    self.service = service
    self.admit = admit
    self.limits = limits
    self.counts = counts
    self.place = place
    self.respond = respond
  }

  /// Creates the handler that watches the raw bytes in front of this one. Call it once.
  func makeConnectionHandler() -> ConnectionHandler {
    let connection = ConnectionHandler(limits: limits) { [unowned self] in refuse($0) }
    self.connection = connection
    return connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    client = ClientAddress(context.remoteAddress)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    comments?.cancel()
    comments = nil
    connection = nil
    isOver = true
    self.context = nil
    for exchange in exchanges { forget(exchange) }
    exchanges.removeAll()
    noteLeaving()
  }

  // MARK: Input

  /// Holds reads while a request is being answered: a client that sends many requests at once waits (back-pressure).
  func read(context: ChannelHandlerContext) {
    if isAnswering { isReadWanted = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard refusal == nil, !isOver else { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head): receive(head, context)
    case .body(let bytes): receive(bytes)
    case .end:
      guard let last = exchanges.indices.last else { return }
      exchanges[last].isComplete = true
      proceed(context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      isInputClosed = true
      noteLeaving()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The rest of input that was refused must not end the answers to what came before it.
    guard refusal == nil || error is IOError else { return }
    switch error {
    case HTTPParserError.headerOverflow: refuse(HTTPError(431, "the head is too long"))
    case is HTTPParserError: refuse(HTTPError(400, "this is not HTTP"))
    default: context.close(promise: nil)
    }
  }

  /// Calls `body` when the client leaves before the answer to the first exchange; at once when it has left.
  func watchClient(_ body: @escaping @Sendable () -> Void) {
    if isInputClosed || isOver { body() } else { onLeaving = body }
  }

  private func noteLeaving() {
    onLeaving?()
    onLeaving = nil
  }

  private func receive(_ received: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard exchanges.count < Self.maximumExchanges else {
      return refuse(HTTPError(503, "more than \(Self.maximumExchanges) requests wait on this connection"))
    }
    let head: HTTPRequestHead
    let bodyLimit: Int
    do throws(HTTPError) {
      head = try RequestHead.normalized(received)
      let admitted = try admit(head, client)
      bodyLimit = admitted.bodyLimit
      if admitted.isProved { counts.noteProved(place) }
    } catch {
      return refuse(error, isHead: received.method == .HEAD)
    }
    exchanges.append(
      Exchange(
        request: HTTPRequest(head, from: client), bodyLimit: bodyLimit, isOld: head.version != .http1_1,
        isLast: !head.isKeepAlive))
    guard exchanges.count == 1 else { return }
    connection?.enter(.body)
    if RequestHead.wantsContinue(head) {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(Self.wrapOutboundOut(.head(head)), promise: nil)
    }
  }

  private func receive(_ bytes: ByteBuffer) {
    guard let last = exchanges.indices.last else { return }
    let before = exchanges[last].request.body.readableBytes
    let after = before + bytes.readableBytes
    guard after <= exchanges[last].bodyLimit else { return refuse(.bodyTooLong(exchanges[last].bodyLimit)) }
    if after > ConnectionLimits.bodyBytes, !exchanges[last].isLong {
      guard counts.longBodies.enter() else {
        return refuse(HTTPError(503, "too many long bodies are being received", header: ("retry-after", "2")))
      }
      exchanges[last].isLong = true
    }
    // A long body takes longer: the time counts again for each piece of the usual length.
    if exchanges.count == 1, after / ConnectionLimits.bodyBytes > before / ConnectionLimits.bodyBytes {
      connection?.enter(.body)
    }
    exchanges[last].request.body.writeImmutableBuffer(bytes)
  }

  /// Ends what is counted for `exchange`, which is removed.
  private func forget(_ exchange: Exchange) { if exchange.isLong { counts.longBodies.leave() } }

  /// Answers the first request when it is complete and no other is being answered.
  private func proceed(_ context: ChannelHandlerContext) {
    guard !isAnswering, let first = exchanges.first, first.isComplete else { return }
    isAnswering = true
    connection?.enter(.answer(isStream: false))
    if !counts.beginAnswer(place) { return answer(service.refuse(.tooManyClients)) }
    if !respond(first.request, HTTPConnection(channel: context.channel, exchange: self)) {
      answer(service.refuse(HTTPError(503, "too many requests are waiting", header: ("retry-after", "5"))))
    }
  }

  /// Answers `fault` after all earlier requests, and ends the connection.
  private func refuse(_ fault: HTTPError, isHead: Bool = false) {
    guard refusal == nil, !isOver, let context else { return }
    var isHead = isHead
    // A request whose body is still coming is the one to refuse.
    if let last = exchanges.last, !last.isComplete {
      isHead = last.request.isHead
      forget(exchanges.removeLast())
    }
    refusal = (fault, isHead)
    if exchanges.isEmpty { answerRefusal(context) }
  }

  private func answerRefusal(_ context: ChannelHandlerContext) {
    guard let (fault, isHead) = refusal else { return }
    counts.noteAnswer(status: fault.status)
    let answer = service.refuse(fault)
    let version: HTTPVersion = answer.isHTTP10 ? .http1_0 : .http1_1
    var head = HTTPResponseHead(version: version, status: answer.status, headers: answer.headers)
    var body: ByteBuffer?
    if case .whole(let bytes) = answer.body {
      head.headers.add(name: "Content-Length", value: String(bytes.readableBytes))
      if !isHead { body = bytes }
    }
    head.headers.add(name: "Connection", value: "close")
    write(head, body: body, context)
    isOver = true
    connection?.enter(.answer(isStream: false))
    writeEnd(context) { [self] in if let context = self.context { close(context) } }
  }

  // MARK: Output

  /// Answers the first request. For a stream and for pieces, ``send(_:promise:)`` sends them and ``finish()`` ends the
  /// answer.
  func answer(_ answer: HTTPAnswer) {
    guard let context, !isOver, isAnswering, var exchange = exchanges.first else { return }
    counts.noteAnswer(status: Int(answer.status.code))
    var head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
    if exchange.isOld || answer.isHTTP10 { head.version = .http1_0 }
    if answer.isHTTP10 { exchange.isLast = true }
    var body: ByteBuffer?
    switch answer.body {
    case .whole(let bytes):
      if answer.status.mayHaveResponseBody {
        head.headers.add(name: "Content-Length", value: String(bytes.readableBytes))
      }
      if !exchange.request.isHead { body = bytes }
    case .pieces(let count, _): head.headers.add(name: "Content-Length", value: String(count))
    case .stream:
      exchange.isLast = true
      if head.version == .http1_1, !exchange.request.isHead {
        head.headers.add(name: "Transfer-Encoding", value: "chunked")
      }
    }
    if exchange.isLast {
      head.headers.add(name: "Connection", value: "close")
    } else if exchange.isOld {
      head.headers.add(name: "Connection", value: "keep-alive")
    }
    exchanges[exchanges.startIndex] = exchange
    write(head, body: body, context)
    switch answer.body {
    case .stream where !exchange.request.isHead:
      context.flush()
      connection?.enter(.answer(isStream: true))
      if let comment = answer.comment { schedule(comment, after: limits.commentTime) }
    case .pieces where !exchange.request.isHead: context.flush()
    case .whole, .stream, .pieces: end(context)
    }
  }

  /// Sends a piece of an answer. `promise` is fulfilled when the system has taken it.
  func send(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?) {
    guard let context, !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    lastWrite = .now()
    context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
  }

  /// Ends a stream, or an answer in pieces.
  func finish() {
    guard let context, !isOver, isAnswering else { return }
    end(context)
  }

  private func write(_ original: HTTPResponseHead, body: ByteBuffer?, _ context: ChannelHandlerContext) {
    var head = original
    head.headers.add(name: "Date", value: HTTPDate.text(SystemTime.seconds))
    for (name, value) in service.headers where !head.headers.contains(name: name) {
      head.headers.add(name: name, value: value)
    }
    lastWrite = .now()
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    if let body { write(body, context) }
  }

  /// Writes a whole body in pieces, so that it is seen how fast the client takes it.
  private func write(_ body: ByteBuffer, _ context: ChannelHandlerContext) {
    guard body.readableBytes > 0 else { return }
    let (unsent, channel) = (counts.unsent(of: client), context.channel)
    unsent.add(body.readableBytes, for: channel, from: client)
    var rest = body
    while let piece = rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes)), piece.readableBytes > 0 {
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.whenComplete { _ in unsent.remove(piece.readableBytes, for: channel) }
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(piece))), promise: written)
    }
  }

  /// Ends the first answer. ``proceedAfterAnswer(_:)`` follows when the system has taken all of it: a client that does not
  /// read has one answer in memory, and the times for what follows begin when it could have the answer.
  private func end(_ context: ChannelHandlerContext) {
    comments?.cancel()
    comments = nil
    onLeaving = nil
    connection?.enter(.answer(isStream: false))
    writeEnd(context) { [self] in if let context = self.context { proceedAfterAnswer(context) } }
  }

  /// Writes the end of an answer. Calls `body` when the system has taken it; not when the connection closed before.
  private func writeEnd(_ context: ChannelHandlerContext, _ body: @escaping () -> Void) {
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess(body)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: written)
  }

  /// Removes the answered exchange. Then continues with the next request or the refusal, waits for more input, or ends
  /// the connection.
  private func proceedAfterAnswer(_ context: ChannelHandlerContext) {
    isAnswering = false
    counts.endAnswer(place)
    let exchange = exchanges.removeFirst()
    forget(exchange)
    if exchange.isLast || isInputClosed && exchanges.first?.isComplete != true && refusal == nil {
      close(context)
    } else if exchanges.isEmpty, refusal != nil {
      answerRefusal(context)
    } else if let next = exchanges.first {
      if next.isComplete { proceed(context) } else { connection?.enter(.body) }
    } else {
      connection?.enter(.waiting(isFirst: false))
    }
    guard isReadWanted, !isAnswering else { return }
    isReadWanted = false
    context.read()
  }

  /// Closes the sending side when the system has taken all output, and waits briefly for the client to close.
  private func close(_ context: ChannelHandlerContext) {
    isOver = true
    guard !isInputClosed else { return context.close(promise: nil) }
    connection?.enter(.closing)
    context.close(mode: .output, promise: nil)
  }

  /// Sends `comment` when the stream was silent for ``ConnectionLimits/commentTime``; checks again after `time`. The
  /// comment keeps proxies from closing a silent stream, and reveals a client that is gone.
  private func schedule(_ comment: ByteBuffer, after time: TimeAmount) {
    guard let context else { return }
    comments = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
      let quiet = NIODeadline.now() - lastWrite
      if quiet >= limits.commentTime {
        if context.channel.isWritable { send(comment, promise: nil) }
        schedule(comment, after: limits.commentTime)
      } else {
        schedule(comment, after: limits.commentTime - quiet)
      }
    }
  }
}
