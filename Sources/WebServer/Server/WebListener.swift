import Broadcast
import NIOCore
import NIOHTTP1
import NIOPosix
import Radio

/// One socket that is listened on, and how connections to it are set up.
struct WebListener: Sendable {
  /// Connections that may wait to be accepted.
  private static let backlog: CInt = 256
  /// Most header fields of a request.
  private static let maximumFields = 100

  private let channel: any Channel

  /// Where a listener is.
  enum Place {
    /// A socket that is bound.
    case descriptor(CInt)
    /// An address of this machine.
    case host(String, port: Int)
  }

  /// Listens at `place`. `respond` has requests answered that passed `rules`.
  init(
    _ place: Place, transport: WebCounts.Transport, options: WebOptions, counts: WebCounts,
    group: MultiThreadedEventLoopGroup,
    rules: RequestGuard, respond: @escaping ExchangeHandler.Responder
  ) async throws {
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptGate()) }
      }
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.writeBufferWaterMark, value: ConnectionLimits.writeMarks)
      .childChannelOption(.socketOption(.so_sndbuf), value: ConnectionLimits.sendBufferBytes)
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
    channel =
      switch place {
      case .descriptor(let descriptor): try await bootstrap.withBoundSocket(descriptor).get()
      case .host(let host, let port): try await bootstrap.bind(host: host, port: port).get()
      }
  }

  /// The TCP port; nil for a Unix socket.
  var port: Int? { channel.localAddress?.port }

  /// Takes no more connections; returns when that is done.
  func stop() async { try? await channel.close() }

  /// On a Unix socket only programs of this user, and of root, are let in, and nothing is read before that.
  ///
  /// The answer comes when what the event loop has in hand is done: a client that left before this one came has made
  /// place.
  private static func admit(_ channel: any Channel, by transport: WebCounts.Transport) -> EventLoopFuture<Bool> {
    guard transport == .unix else { return channel.eventLoop.submit { true } }
    return channel.eventLoop.submit {}.flatMap { ChannelPeer.userID(of: channel) }.map(LocalSocket.admits).recover {
      _ in false
    }
  }

  private static func setUp(_ channel: any Channel, _ exchange: ExchangeHandler) throws {
    var encoding = HTTPResponseEncoder.Configuration()
    encoding.automaticallySetFramingHeaders = false  // the exchange knows more: HEAD has none
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
