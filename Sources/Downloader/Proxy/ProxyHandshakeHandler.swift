import AudioCore
import NIOCore

/// Asks a proxy to connect to a server, with `CONNECT` (RFC 9110, 9.3.6) or SOCKS 5, before anything else is sent. The
/// handler removes itself from the pipeline when that is done.
final class ProxyHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The protocol of the handshake, with its state.
  private enum Dialogue {
    case connect(request: [UInt8], head: HeadNormalizer)
    case socks(SOCKSHandshake)
  }

  private var dialogue: Dialogue
  private var promise: EventLoopPromise<Void>?

  /// A handshake with `proxy` for `host` and `port`. The result arrives through `promise`, which fails with
  /// ``ConnectionError`` or with an error of the channel.
  init(proxy: ProxyServer, host: String, port: Int, userAgent: String, promise: EventLoopPromise<Void>) {
    switch proxy.kind {
    case .http:
      let name = host.contains(":") ? "[\(host)]" : host
      var lines = ["CONNECT \(name):\(port) HTTP/1.1", "Host: \(name):\(port)", "User-Agent: \(userAgent)"]
      if let credentials = proxy.url.basicCredentials { lines.append("Proxy-Authorization: Basic \(credentials)") }
      let request = lines.map { $0 + "\r\n" }.joined() + "\r\n"
      dialogue = .connect(request: Array(request.utf8), head: HeadNormalizer())
    case .socks5:
      dialogue = .socks(SOCKSHandshake(host: host, port: port, credentials: proxy.url.credentials))
    }
    self.promise = promise
  }

  func handlerAdded(context: ChannelHandlerContext) {
    switch dialogue {
    case .connect(let request, _): send(request, context)
    case .socks(let handshake): send(handshake.greeting, context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data).readableBytesView
    switch dialogue {
    case .connect(let request, var head):
      do throws(HeadError) {
        let output = try head.feed(bytes)
        dialogue = .connect(request: request, head: head)
        guard head.isComplete, let status = head.status else { return }
        guard (200...299).contains(status), case .pass(let passed) = output, passed.count == head.headByteCount else {
          return fail(ConnectionError.proxyRefused(status: (200...299).contains(status) ? nil : status), context)
        }
        finish(context)
      } catch {
        fail(ConnectionError.proxyRefused(status: nil), context)
      }
    case .socks(var handshake):
      let action = handshake.feed(bytes)
      dialogue = .socks(handshake)
      switch action {
      case .needMore: break
      case .send(let bytes): send(bytes, context)
      case .connected(let rest):
        // A server never sends first, neither in HTTP nor in TLS: bytes behind the reply are an error.
        if rest.isEmpty { finish(context) } else { fail(ConnectionError.proxyRefused(status: nil), context) }
      case .refused(let reason): fail(ConnectionError.proxyReply(reason), context)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

  func channelInactive(context: ChannelHandlerContext) {
    fail(ConnectionError.proxyRefused(status: nil), context)
    context.fireChannelInactive()
  }

  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  private func finish(_ context: ChannelHandlerContext) {
    let promise = promise
    self.promise = nil
    context.pipeline.syncOperations.removeHandler(context: context).cascade(to: promise)
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    guard let promise else { return }
    self.promise = nil
    promise.fail(error)
    context.close(promise: nil)
  }
}
