import AudioCore
import Broadcast
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Radio

/// One socket that is listened on, and the connections that were made to it.
struct WebListener: Sendable {
  /// A connection and what serves it.
  struct Client: Sendable {
    let http: HTTP1Channel
    let value: HTTP1Channel.Value
  }

  private let server: NIOAsyncChannel<Client?, Never>
  private let logger: Logger

  /// Where a listener is.
  enum Place {
    /// A socket that is bound.
    case descriptor(CInt)
    /// An address of this machine.
    case host(String, port: Int)
  }

  /// Listens at `place`. `rules` is asked for each connection, once the port is known.
  init(
    _ place: Place, door: WebCounts.Door, options: WebOptions, counts: WebCounts, group: MultiThreadedEventLoopGroup,
    logger: Logger, rules: @escaping @Sendable (_ port: Int) -> RequestGuard,
    answer: @escaping @Sendable (Request, WebConnection) async -> Response
  ) async throws {
    self.logger = logger
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptGate()) }
      }
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.writeBufferWaterMark, value: ConnectionLimits.writeMarks)
      .childChannelOption(.socketOption(.so_sndbuf), value: ConnectionLimits.sendBufferBytes)
    let initializer: @Sendable (any Channel) -> EventLoopFuture<Client?> = { channel in
      Self.admit(channel, by: door).flatMap { isAdmitted in
        guard isAdmitted else { return channel.close().map { nil } }
        guard counts.enter(channel, by: door, limit: options.maximumClients) else {
          return FarewellHandler.turnAway(channel, counts: counts).map { nil }
        }
        return Self.setUp(
          channel, rules: rules(channel.localAddress?.port ?? 0), limits: options.limits, counts: counts,
          logger: logger,
          answer: answer
        ).map { $0 }
      }
    }
    switch place {
    case .descriptor(let descriptor):
      server = try await bootstrap.bind(descriptor, childChannelInitializer: initializer)
    case .host(let host, let port):
      server = try await bootstrap.bind(host: host, port: port, childChannelInitializer: initializer)
    }
  }

  /// The TCP port; nil for a Unix socket.
  var port: Int? { server.channel.localAddress?.port }

  /// Serves everyone until `stop()`.
  func run() async {
    await withDiscardingTaskGroup { group in
      do {
        try await server.executeThenClose { clients in
          for try await client in clients {
            guard let client else { continue }
            group.addTask { [logger] in await client.http.handle(value: client.value, logger: logger) }
          }
        }
      } catch {
        logger.error("the web server's socket failed: \(error)")
      }
    }
  }

  /// Takes no more connections.
  func stop() { server.channel.close(promise: nil) }

  /// On a Unix socket only programs of this user, and of root, are let in, and nothing is read before that.
  private static func admit(_ channel: any Channel, by door: WebCounts.Door) -> EventLoopFuture<Bool> {
    guard door == .unix else { return channel.eventLoop.makeSucceededFuture(true) }
    return ChannelPeer.userID(of: channel).map(LocalSocket.admits).recover { _ in false }
  }

  private static func setUp(
    _ channel: any Channel, rules: RequestGuard, limits: ConnectionLimits, counts: WebCounts, logger: Logger,
    answer: @escaping @Sendable (Request, WebConnection) async -> Response
  ) -> EventLoopFuture<Client> {
    let exchange = ExchangeHandler(rules: rules, limits: limits, counts: counts)
    let connection = WebConnection(channel: channel, exchange: NIOLoopBound(exchange, eventLoop: channel.eventLoop))
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes, maxHeaderFieldCount: 100)
    let http = HTTP1Channel(
      responder: { request, writer, _ in
        let response = await answer(request, connection)
        try await writer.write(response: response.head, body: response.body)
      }, configuration: .init(httpDecoderConfiguration: decoder))
    do {
      try channel.pipeline.syncOperations.addHandler(exchange.makeConnectionHandler())
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    let bound = connection.exchange
    return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(bound.value, position: .after(decoder))
      return Client(http: http, value: value)
    }
  }
}
