import Glibc
package import NIOCore

/// Reserves the last descriptors of the process: it closes the connection of a new client at once when few are left.
/// The rest of the program needs them, to reconnect or to read a file, and libdispatch ends the process when it cannot
/// read `/proc`.
///
/// When no descriptor is left at all, the socket accepts nothing for a while. Otherwise the event loop would report the
/// waiting client again and again and stay busy. NIO's own `AcceptBackoffHandler` does not prevent that, because the
/// socket is still watched after a failed read.
package final class AcceptGate: ChannelInboundHandler {
  package typealias InboundIn = any Channel

  private static let rest = TimeAmount.milliseconds(500)
  /// The maximum number of reserved descriptors.
  private static let maximumKept: rlim_t = 16
  /// Where the limit of descriptors is low, at most one in eight is reserved.
  private static let keptShare: rlim_t = 8

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
      channel.setOption(.autoRead, value: true).whenFailure { _ in }  // fails when the channel was closed meanwhile
    }
  }

  /// True when no more descriptors are free than are reserved. The system always gives the lowest free number.
  private static var fewAreLeft: Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    let lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    guard lowest >= 0 else { return true }
    close(lowest)
    return rlim_t(lowest) >= limit.rlim_cur - min(maximumKept, limit.rlim_cur / keptShare)
  }
}
