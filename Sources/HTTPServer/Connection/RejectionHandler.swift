import NIOCore

/// Rejects a client when too many are connected: sends a short answer and ends the output. Waits briefly for the client
/// to close, so that it can read the answer; ignores everything the client sends.
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

  /// Sends the rejection on `channel` and closes it.
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
