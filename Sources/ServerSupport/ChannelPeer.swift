import Glibc
package import NIOCore

/// The process at the other end of a channel on a Unix socket.
package enum ChannelPeer {
  /// The system's record of a peer: `struct ucred`, which Swift does not import.
  private struct Credentials: Sendable {
    var process: Int32
    var user: UInt32
    var group: UInt32
  }

  /// Returns whether the process may connect: it belongs to this user or to root (``LocalSocket/admits(_:)``). False
  /// when the system does not report the user. The future never fails.
  package static func isAdmitted(_ channel: any Channel) -> EventLoopFuture<Bool> {
    userID(of: channel).map(LocalSocket.admits).recover { _ in false }
  }

  private static func userID(of channel: any Channel) -> EventLoopFuture<UInt32?> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededFuture(nil)
    }
    let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(
      level: .socket, name: .init(rawValue: CInt(SO_PEERCRED)))
    return credentials.map { $0.process == 0 ? nil : $0.user }
  }
}
