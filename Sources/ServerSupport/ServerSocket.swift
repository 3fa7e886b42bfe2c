import Glibc
package import NIOCore
package import NIOPosix
import SystemSupport

/// Opens the listening sockets of servers, and gives one reason for each fault.
package enum ServerSocket {
  /// Where a server listens.
  package enum Place: Sendable, Equatable {
    /// The path of a Unix socket, for programs of this user and of root.
    case path(String)
    /// A name or address of this machine, and a TCP port; 0 for any free port.
    case address(host: String, port: Int)
  }

  /// A bootstrap whose socket keeps the last descriptors of the process free (``AcceptGate``). At most `backlog`
  /// clients may wait to be accepted. `sendBufferBytes` is the buffer that is requested from the system for each
  /// client; its size bounds how far a client that does not read can fall behind.
  package static func bootstrap(group: any EventLoopGroup, backlog: CInt, sendBufferBytes: Int) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptGate()) }
      }
      .serverChannelOption(.backlog, value: backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: sendBufferBytes)
  }

  /// Listens at `place`. Throws `.system(.cannotCreate)` for a path and `.cannotListen` for an
  /// address.
  package static func listen(_ bootstrap: ServerBootstrap, at place: Place) async throws(ServerError) -> any Channel {
    switch place {
    case .path(let path):
      do {
        // The descriptor is not closed after a failure: it may be closed already, and its number may belong to another
        // file.
        return try await bootstrap.withBoundSocket(try LocalSocket.bind(path)).get()
      } catch let error as SystemError {
        throw .system(error)
      } catch {
        throw .system(.cannotCreate(path: path, reason: reason(error)))
      }
    case .address(let host, let port):
      do {
        return try await bootstrap.bind(host: host, port: port).get()
      } catch {
        throw .cannotListen(host: host, port: port, reason: reason(error))
      }
    }
  }

  /// The reason in `.cannotListen` when another program listens at the address and port.
  package static let takenReason = "another program has the port"

  private static func reason(_ error: any Error) -> String {
    if let error = error as? IOError {
      return error.errnoCode == EADDRINUSE ? takenReason : SystemReason.text(of: error.errnoCode)
    }
    let isAddress = error is SocketAddressError || error is SocketAddressError.UnknownHost
    return isAddress ? "this machine has no such address" : "the system refused"
  }
}
