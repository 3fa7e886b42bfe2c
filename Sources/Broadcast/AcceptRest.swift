import NIOCore

/// Has a listening socket rest for a while when the system has no descriptor left for a client. Else the event loop would be told of
/// that client again and again, and be busy with nothing: NIO's own `AcceptBackoffHandler` does not keep it from that, since a read that
/// failed leaves the socket watched.
package final class AcceptRest: ChannelInboundHandler {
  package typealias InboundIn = any Channel

  private static let time = TimeAmount.milliseconds(500)

  /// For one listening channel, to be added before its clients are taken.
  package init() {}

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is IOError else { return context.fireErrorCaught(error) }
    let channel = context.channel
    try? channel.syncOptions?.setOption(.autoRead, value: false)
    channel.eventLoop.scheduleTask(in: Self.time) {
      guard channel.isActive else { return }
      channel.setOption(.autoRead, value: true).whenFailure { _ in }  // it was closed meanwhile
    }
  }
}
