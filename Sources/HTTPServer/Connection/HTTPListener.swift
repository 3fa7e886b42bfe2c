import NIOCore
import NIOHTTP1
import NIOPosix
import ServerSupport

/// One listening socket, and the set-up of its connections.
struct HTTPListener: Sendable {
  /// Most connections that may wait to be accepted.
  private static let backlog: CInt = 256
  /// Most header fields of a request.
  private static let maximumFields = 100

  private let channel: any Channel

  /// Listens at `place`. A client above the limits of `counts` gets `rejection`; the others are served by a handler
  /// that `makeHandler` makes. Throws as ``ServerSocket/listen(_:at:)``.
  init(
    _ place: ServerSocket.Place, limits: ConnectionLimits, group: any EventLoopGroup, counts: ConnectionCounts,
    rejection: HTTPAnswer, makeHandler: @escaping @Sendable (ClientPlaces.Place) -> ExchangeHandler
  ) async throws(ServerError) {
    let transport: ConnectionCounts.Transport = if case .path = place { .unix } else { .tcp }
    let bootstrap = ServerSocket.bootstrap(
      group: group, backlog: Self.backlog, sendBufferBytes: limits.sendBufferBytes
    )
    .childChannelOption(.allowRemoteHalfClosure, value: true)
    .childChannelOption(.writeBufferWaterMark, value: ConnectionLimits.writeMarks)
    .childChannelInitializer { channel in
      Self.admit(channel, by: transport).flatMap { isAdmitted in
        guard isAdmitted else { return channel.close() }
        let place = counts.enter(channel, by: transport)
        if place == nil { counts.noteAnswer(status: Int(rejection.status.code)) }
        return channel.eventLoop.makeCompletedFuture {
          if let place {
            try Self.setUp(channel, makeHandler(place))
          } else {
            try channel.pipeline.syncOperations.addHandlers(Self.encoder(), RejectionHandler(rejection))
          }
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
  private static func admit(
    _ channel: any Channel, by transport: ConnectionCounts.Transport
  ) -> EventLoopFuture<Bool> {
    guard transport == .unix else { return channel.eventLoop.submit { true } }
    return channel.eventLoop.submit {}.flatMap { ChannelPeer.isAdmitted(channel) }.recover { _ in false }
  }

  private static func encoder() -> HTTPResponseEncoder {
    var encoding = HTTPResponseEncoder.Configuration()
    encoding.automaticallySetFramingHeaders = false  // ExchangeHandler sets them: for HEAD without a body, too
    return HTTPResponseEncoder(configuration: encoding)
  }

  private static func setUp(_ channel: any Channel, _ exchange: ExchangeHandler) throws {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = exchange.limits.headBytes
    limits.maxHeaderListSize = exchange.limits.headBytes
    limits.maxHeaderFieldCount = maximumFields
    try channel.pipeline.syncOperations.addHandlers(
      exchange.makeConnectionHandler(), encoder(),
      ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)), exchange)
  }
}
