import AudioCore
import NIOCore
import NIOHTTP1

/// Answers one connection's request: the stream, a playlist that names it, or an error.
final class ListenerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The timeout for the request of a new connection.
  private static let requestTimeout = TimeAmount.seconds(10)

  private let mount: Mount
  private var hasAnswered = false
  private var timeout: Scheduled<Void>?

  init(mount: Mount) { self.mount = mount }

  func channelActive(context: ChannelHandlerContext) {
    guard mount.connect(context.channel) else {
      context.close(promise: nil)
      return
    }
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.requestTimeout) {
      context.close(promise: nil)
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    mount.disconnect(context.channel)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let request) = unwrapInboundIn(data), !hasAnswered else { return }
    hasAnswered = true
    timeout?.cancel()
    answer(request, context: context)
  }

  private func answer(_ request: HTTPRequestHead, context: ChannelHandlerContext) {
    guard request.method == .GET || request.method == .HEAD else {
      return refuse(
        .methodNotAllowed, "only GET and HEAD are understood", request, context, extra: [("Allow", "GET, HEAD")])
    }
    switch request.uri.prefix(while: { $0 != "?" }) {
    case "/", "/stream", "/;": stream(request, context: context)
    case "/listen.pls", "/stream.pls": playlist(request, context: context)
    default: refuse(.notFound, "there is no such stream; it is at /stream", request, context)
    }
  }

  private func stream(_ request: HTTPRequestHead, context: ChannelHandlerContext) {
    guard mount.hasSpace else {
      return refuse(.serviceUnavailable, "the station is full", request, context, extra: [("Retry-After", "30")])
    }
    let interval = mount.options.metadataInterval
    let wantsMetadata = interval > 0 && request.headers.first(name: "Icy-MetaData")?[...].trimmed == "1"
    var headers = HTTPHeaders([
      ("Content-Type", mount.identity.contentType), ("icy-name", CleanText.singleLine(mount.options.name)),
      ("icy-br", String(mount.identity.bitRate / 1000)), ("icy-pub", "0"),
    ])
    if wantsMetadata { headers.add(name: "icy-metaint", value: String(interval)) }
    writeHead(.ok, headers, context)
    guard request.method == .GET else { return end(context) }
    context.flush()
    mount.tuneIn(context.channel, interval: wantsMetadata ? interval : nil)
  }

  /// Sends a PLS with the stream's address as the listener sees it: with the host of the request, else the local
  /// address.
  private func playlist(_ request: HTTPRequestHead, context: ChannelHandlerContext) {
    let address = context.localAddress
    let host = address.map {
      "\($0.protocol == .inet6 ? "[\($0.ipAddress ?? "")]" : $0.ipAddress ?? ""):\($0.port ?? 0)"
    }
    let asked = request.headers.first(name: "Host").flatMap { $0.utf8.allSatisfy(Self.isHostByte) ? $0 : nil }
    let text = """
      [playlist]
      NumberOfEntries=1
      File1=http://\(asked ?? host ?? "localhost")/stream
      Title1=\(CleanText.singleLine(mount.options.name))
      Length1=-1
      Version=2

      """
    write(.ok, type: "audio/x-scpls", text, request, context)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  private func refuse(
    _ status: HTTPResponseStatus, _ reason: String, _ request: HTTPRequestHead, _ context: ChannelHandlerContext,
    extra: [(String, String)] = []
  ) {
    write(status, type: "text/plain; charset=utf-8", reason + "\n", request, context, extra: extra)
  }

  private func write(
    _ status: HTTPResponseStatus, type: String, _ text: String, _ request: HTTPRequestHead,
    _ context: ChannelHandlerContext, extra: [(String, String)] = []
  ) {
    let headers = HTTPHeaders([("Content-Type", type), ("Content-Length", String(text.utf8.count))] + extra)
    writeHead(status, headers, context)
    if request.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(string: text)))), promise: nil)
    }
    end(context)
  }

  /// Writes a response head. HTTP/1.0, as Icecast answers: the stream is not chunked, and ends with the connection.
  private func writeHead(_ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ context: ChannelHandlerContext) {
    var headers = headers
    headers.add(name: "Server", value: "SpringRadio")
    headers.add(name: "Cache-Control", value: "no-cache, no-store")
    headers.add(name: "Connection", value: "close")
    let head = HTTPResponseHead(version: .http1_0, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
  }

  private func end(_ context: ChannelHandlerContext) {
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }
}
