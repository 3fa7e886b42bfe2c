import NIOCore
import NIOPosix
import ServerSupport

/// The listening sockets for MPD clients.
enum MPDListener {
  private static let backlog: CInt = 64
  /// The send buffer that is requested from the kernel for each client, in bytes. It is small so that a client that
  /// does not read is noticed.
  private static let sendBufferBytes = 128 << 10
  /// The receive buffer that is requested from the kernel for a TCP client, in bytes; the kernel takes twice as much
  /// memory. Its size bounds the input that is left when a client has disconnected.
  private static let receiveBufferBytes = 64 << 10
  /// Most bytes that one read takes.
  private static let maximumReadLength = 16 << 10

  /// Listens on `host` and `port`. For `localhost` it listens on 127.0.0.1 and, if possible, on ::1 with the same port.
  static func bind(host: String, port: Int, hub: NIOLoopBound<MPDHub>) async throws(ServerError) -> [any Channel] {
    guard host.lowercased() == "localhost" else { return [try await bind(address: host, port: port, hub: hub)] }
    let first = try await bind(address: "127.0.0.1", port: port, hub: hub)
    let second = try? await bind(address: "::1", port: first.localAddress?.port ?? port, hub: hub)
    return [first] + (second.map { [$0] } ?? [])
  }

  private static func bind(
    address: String, port: Int, hub: NIOLoopBound<MPDHub>
  ) async throws(ServerError) -> any Channel {
    let bootstrap = Self.bootstrap(hub)
      .serverChannelOption(.socketOption(.so_rcvbuf), value: receiveBufferBytes)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_keepalive), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let session = MPDSession(
            permission: hub.value.options.needsPassword ? .none : .everything, isLocal: false)
          try channel.pipeline.syncOperations.addHandler(MPDConnection(hub: hub.value, session: session))
        }
      }
    return try await ServerSocket.listen(bootstrap, at: .address(host: address, port: port))
  }

  /// Listens on the Unix socket at `path`, for programs of this user and of root.
  static func bind(path: String, hub: NIOLoopBound<MPDHub>) async throws(ServerError) -> any Channel {
    let bootstrap = Self.bootstrap(hub)
      .childChannelInitializer { channel in
        ChannelPeer.isAdmitted(channel).flatMapThrowing { isAdmitted in
          guard isAdmitted else { throw ChannelError.eof }
          try channel.pipeline.syncOperations.addHandler(
            MPDConnection(hub: hub.value, session: MPDSession(permission: .everything, isLocal: true)))
        }
      }
    return try await ServerSocket.listen(bootstrap, at: .path(path))
  }

  /// Removes the socket file at `path`.
  static func remove(path: String) { unlink(path) }

  private static func bootstrap(_ hub: NIOLoopBound<MPDHub>) -> ServerBootstrap {
    ServerSocket.bootstrap(group: hub.eventLoop, backlog: backlog, sendBufferBytes: sendBufferBytes)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: maximumReadLength)
      )
      // Scripts close their sending side as soon as everything is sent.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
  }
}
