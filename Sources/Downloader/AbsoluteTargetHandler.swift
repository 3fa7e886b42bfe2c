import NIOCore
import NIOHTTP1

/// Asks an HTTP proxy for a whole address (RFC 9112, 3.2.2) instead of a path. The client library would have it open a
/// tunnel for plain http too, which most proxies allow to port 443 only.
final class AbsoluteTargetHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private let target: String

  init(target: String) {
    self.target = target
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    head.uri = target
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
