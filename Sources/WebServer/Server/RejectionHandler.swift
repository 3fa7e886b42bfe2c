import NIOCore

/// What a client meets when there are too many: a short answer, and the end. It is waited for the client's end a little, so that it can
/// read the answer; what it says is passed over.
final class RejectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private static let timeout = TimeAmount.seconds(1)
  private static let answer: ByteBuffer = {
    let body = #"{"error":"too many clients are connected"}"#
    return ByteBuffer(
      string: """
        HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r
        Retry-After: 5\r\nConnection: close\r\n\r\n\(body)
        """)
  }()

  private var timer: Scheduled<Void>?

  private init() {}

  /// Answers and ends the connection of `channel`.
  static func reject(_ channel: any Channel, counts: WebCounts) -> EventLoopFuture<Void> {
    counts.noteAnswer(status: 503)
    return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(RejectionHandler()) }
  }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(Self.answer), promise: nil)
    context.close(mode: .output, promise: nil)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeout) { context.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
