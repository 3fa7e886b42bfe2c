import AudioCore
import Broadcast
import Glibc
import NIOCore
import NIOPosix
import Radio

/// The sockets at which clients come in.
enum MPDListener {
  private static let backlog: CInt = 64
  /// Bytes the kernel keeps for a client; small, so that one who does not read is noticed.
  private static let sendBufferBytes = 128 << 10
  /// Bytes the kernel keeps of what a client sends on TCP; it takes twice as much memory. Bounds what is left when a client is gone.
  private static let receiveBufferBytes = 64 << 10
  /// Most bytes that are read at a time.
  private static let longestRead = 16 << 10

  /// Listens on `host`: `localhost` is both of its addresses, if there are two. The same port for both.
  static func bind(host: String, port: Int, hub: NIOLoopBound<MPDHub>) async throws(TuneError) -> [any Channel] {
    guard host.lowercased() == "localhost" else { return [try await bind(address: host, port: port, hub: hub)] }
    let first = try await bind(address: "127.0.0.1", port: port, hub: hub)
    let second = try? await bind(address: "::1", port: first.localAddress?.port ?? port, hub: hub)
    return [first] + (second.map { [$0] } ?? [])
  }

  private static func bind(
    address: String, port: Int, hub: NIOLoopBound<MPDHub>
  ) async throws(TuneError) -> any Channel {
    do {
      return try await bootstrap(hub)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.socketOption(.so_rcvbuf), value: receiveBufferBytes)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.socketOption(.so_keepalive), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let isOpen = (hub.value.options.password ?? "").isEmpty
            try channel.pipeline.syncOperations.addHandler(
              MPDConnection(
                hub: hub.value, session: MPDSession(permission: isOpen ? .everything : .none, isLocal: false)))
          }
        }
        .bind(host: address, port: port).get()
    } catch {
      throw .cannotCreate(path: "a listener on \(address) port \(port)", reason: reason(error))
    }
  }

  /// Listens on the Unix socket at `path`, to programs of this user and of root.
  static func bind(path: String, hub: NIOLoopBound<MPDHub>) async throws(TuneError) -> any Channel {
    let descriptor = try LocalSocket.bind(path)
    do {
      // After a failure nobody knows whose the descriptor is, and closed twice it might be another's.
      return try await bootstrap(hub)
        .childChannelInitializer { channel in
          ChannelPeer.userID(of: channel).flatMapThrowing { user in
            guard LocalSocket.admits(user) else { throw ChannelError.eof }
            try channel.pipeline.syncOperations.addHandler(
              MPDConnection(hub: hub.value, session: MPDSession(permission: .everything, isLocal: true)))
          }
        }
        .withBoundSocket(descriptor).get()
    } catch {
      throw .cannotCreate(path: path, reason: reason(error))
    }
  }

  /// Removes the socket that was made at `path`.
  static func remove(path: String) { unlink(path) }

  private static func bootstrap(_ hub: NIOLoopBound<MPDHub>) -> ServerBootstrap {
    ServerBootstrap(group: hub.eventLoop)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptGate())
        }
      }
      .serverChannelOption(.backlog, value: backlog)
      .childChannelOption(.socketOption(.so_sndbuf), value: sendBufferBytes)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: longestRead)
      )
      // Scripts close their side as soon as everything is sent.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
    return error is SocketAddressError ? "this machine has no such address" : "the system refused"
  }
}
