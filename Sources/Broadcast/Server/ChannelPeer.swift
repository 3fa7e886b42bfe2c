import Glibc
import NIOCore

/// Who is at the other end of a channel on a Unix socket.
package enum ChannelPeer {
  /// What the system knows of a peer: `struct ucred`, which Swift does not import.
  private struct Credentials: Sendable {
    var process: Int32
    var user: UInt32
    var group: UInt32
  }

  /// The user whose program it is; nil when the system does not tell. Fails when it cannot be asked.
  package static func userID(of channel: any Channel) -> EventLoopFuture<UInt32?> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededFuture(nil)
    }
    let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
      level: .socket, name: .init(rawValue: CInt(SO_PEERCRED)))
    return credentials.map { $0.process == 0 ? nil : $0.user }
  }
}
