import AudioCore
import NIOCore

/// Ends a connection that sends nothing for `limit` while bytes are wanted. The time under back-pressure does not
/// count: the timer runs from a read request until bytes arrive.
final class StallWatchHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  private let limit: TimeAmount
  private let isIdle: () -> Bool
  private var timer: Scheduled<Void>?

  /// A handler that is inactive while `isIdle` returns true: between two requests the server has nothing to send.
  init(limit: TimeAmount, isIdle: @escaping () -> Bool) {
    self.limit = limit
    self.isIdle = isIdle
  }

  func read(context: ChannelHandlerContext) {
    if timer == nil, !isIdle() {
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { [self] in
        timer = nil
        context.fireErrorCaught(ConnectionError.stalled(seconds: Int(limit.nanoseconds / 1_000_000_000)))
        context.close(promise: nil)
      }
    }
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    stopTimer()
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    stopTimer()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { stopTimer() }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}
