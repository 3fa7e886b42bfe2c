import Glibc
import NIOCore

/// Keeps the last descriptors from the clients of a listening socket. One who comes when few are left is let go at once: the rest of the
/// program needs them, to connect anew or to read a file, and libdispatch ends the process when it cannot look into `/proc`.
///
/// Where there is none left all the same, the socket rests for a while. Else the event loop would be told of the client who waits
/// again and again, and be busy with nothing: NIO's own `AcceptBackoffHandler` does not keep it from that, since a read that failed
/// leaves the socket watched.
package final class AcceptGate: ChannelInboundHandler {
  package typealias InboundIn = any Channel

  private static let rest = TimeAmount.milliseconds(500)
  /// Most descriptors that are kept.
  private static let mostKept: rlim_t = 16
  /// The share of all that is kept where few are allowed: one of so many.
  private static let keptShare: rlim_t = 8

  /// For one listening channel, to be added before its clients are taken.
  package init() {}

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard Self.fewAreLeft else { return context.fireChannelRead(data) }
    unwrapInboundIn(data).close(promise: nil)
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is IOError else { return context.fireErrorCaught(error) }
    let channel = context.channel
    try? channel.syncOptions?.setOption(.autoRead, value: false)
    channel.eventLoop.scheduleTask(in: Self.rest) {
      guard channel.isActive else { return }
      channel.setOption(.autoRead, value: true).whenFailure { _ in }  // it was closed meanwhile
    }
  }

  /// Whether no more are free than are kept: the system gives the lowest number that is free.
  private static var fewAreLeft: Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    let lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    guard lowest >= 0 else { return true }
    close(lowest)
    return rlim_t(lowest) >= limit.rlim_cur - min(mostKept, limit.rlim_cur / keptShare)
  }
}
