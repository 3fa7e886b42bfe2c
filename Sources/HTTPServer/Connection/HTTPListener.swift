import AudioCore
import NIOCore
import NIOHTTP1
import NIOPosix
import ServerSupport

/// One listening socket, and the set-up of its connections.
struct WebListener: Sendable {
  /// Most connections that may wait to be accepted.
  private static let backlog: CInt = 256
  /// Most header fields of a request.
  private static let maximumFields = 100

  private let channel: any Channel

  /// Listens at `place`. `respond` answers the requests that pass `rules`. Throws as
  /// ``ServerSocket/listen(_:at:)``.
  init(
    _ place: ServerSocket.Place, options: WebOptions, counts: WebCounts,
    group: MultiThreadedEventLoopGroup,
    rules: RequestGuard, respond: @escaping ExchangeHandler.Responder
  ) async throws(TuneError) {
    let transport: WebCounts.Transport = if case .path = place { .unix } else { .tcp }
    let bootstrap = ServerSocket.bootstrap(
      group: group, backlog: Self.backlog, sendBufferBytes: ConnectionLimits.sendBufferBytes
    )
    .childChannelOption(.allowRemoteHalfClosure, value: true)
    .childChannelOption(.writeBufferWaterMark, value: ConnectionLimits.writeMarks)
    .childChannelInitializer { channel in
      Self.admit(channel, by: transport).flatMap { isAdmitted in
        guard isAdmitted else { return channel.close() }
        guard counts.enter(channel, by: transport, limit: options.maximumClients) else {
          return RejectionHandler.reject(channel, counts: counts)
        }
        return channel.eventLoop.makeCompletedFuture {
          try Self.setUp(
            channel, ExchangeHandler(rules: rules, limits: options.limits, counts: counts, respond: respond))
        }
      }
    }
    channel = try await ServerSocket.listen(bootstrap, at: place)
  }

  /// The TCP port; nil for a Unix socket.
  var port: Int? { channel.localAddress?.port }

  /// Accepts no more connections. Returns when the socket is closed.
  func stop() async { try? await channel.close() }

  /// True when the client may connect. On a Unix socket only programs of this user and of root may; nothing is read
  /// before this check.
  ///
  /// The result comes after the tasks that the event loop has already queued, so that a client that left earlier has
  /// already freed its slot.
  private static func admit(_ channel: any Channel, by transport: WebCounts.Transport) -> EventLoopFuture<Bool> {
    guard transport == .unix else { return channel.eventLoop.submit { true } }
    return channel.eventLoop.submit {}.flatMap { ChannelPeer.isAdmitted(channel) }.recover { _ in false }
  }

  private static func setUp(_ channel: any Channel, _ exchange: ExchangeHandler) throws {
    var encoding = HTTPResponseEncoder.Configuration()
    encoding.automaticallySetFramingHeaders = false  // ExchangeHandler sets them: for HEAD without a body, too
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = exchange.limits.headBytes
    limits.maxHeaderListSize = exchange.limits.headBytes
    limits.maxHeaderFieldCount = maximumFields
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers(
      exchange.makeConnectionHandler(), HTTPResponseEncoder(configuration: encoding),
      ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)), exchange)
  }
}
