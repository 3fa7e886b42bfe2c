import NIOCore
import NIOHTTP1

/// Rejects a client when too many are connected: sends a short answer and ends the output. Waits briefly for the client
/// to close, so that it can read the answer; ignores everything the client sends.
final class RejectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = HTTPServerResponsePart

  private static let timeout = TimeAmount.seconds(1)

  private let answer: HTTPAnswer
  private var timer: Scheduled<Void>?

  /// A handler that sends `answer`, whose body is whole, to a new client.
  init(_ answer: HTTPAnswer) { self.answer = answer }

  func channelActive(context: ChannelHandlerContext) {
    let version: HTTPVersion = answer.isHTTP10 ? .http1_0 : .http1_1
    var head = HTTPResponseHead(version: version, status: answer.status, headers: answer.headers)
    head.headers.add(name: "Connection", value: "close")
    if case .whole(let body) = answer.body {
      head.headers.add(name: "Content-Length", value: String(body.readableBytes))
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(mode: .output, promise: nil)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeout) { context.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
