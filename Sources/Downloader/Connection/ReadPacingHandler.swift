import NIOCore
import Synchronization

/// Lets bytes collect in the socket: after a read that emptied the socket, the next read waits for
/// ``ReadPacing/pause``.
///
/// The timer belongs to the event loop, so a pause wakes no other thread. The handler sits between the socket and
/// ``StallWatchHandler``. That handler counts a pause as waiting time, because the socket accepts bytes meanwhile.
final class ReadPacingHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// The size of the largest read buffer of the event loop, in bytes. Behind TLS the size of the last buffer says
  /// nothing about the socket. There, a read of fewer bytes counts as one that emptied the socket.
  private static let maximumBufferSize = 64 << 10

  private let pacing: ReadPacing
  private let maximumPause: TimeAmount
  /// True when the buffers come directly from the socket: a buffer that is not full was the last one.
  private let seesSocket: Bool
  /// When the socket was emptied; nil when it may hold more bytes.
  private var drainedAt: NIODeadline?
  private var bytes = 0
  private var isFull = false
  private var held: Scheduled<Void>?

  /// A handler whose pauses are at most `maximumPause`.
  init(pacing: ReadPacing, maximumPause: TimeAmount, seesSocket: Bool) {
    self.pacing = pacing
    self.maximumPause = maximumPause
    self.seesSocket = seesSocket
  }

  func read(context: ChannelHandlerContext) {
    guard held == nil else { return }
    guard let drainedAt, case let due = drainedAt + min(TimeAmount(pacing.pause), maximumPause), due > .now() else {
      return context.read()
    }
    held = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [self] in
      held = nil
      context.read()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    bytes += buffer.readableBytes
    isFull = buffer.writableBytes == 0
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if bytes > 0 {
      drainedAt = (seesSocket ? !isFull : bytes < Self.maximumBufferSize) ? .now() : nil
      bytes = 0
    }
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    endPause()
    context.fireChannelInactive()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
    pacing.whenShortened { loop.execute { bound.value.handler.shorten(bound.value.context) } }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    pacing.whenShortened(nil)
    endPause()
  }

  /// Applies a shorter pause to a held read. The event loop requests a read at the end of the one before, when the next
  /// pause is not yet known.
  private func shorten(_ context: ChannelHandlerContext) {
    guard held != nil else { return }
    endPause()
    read(context: context)
  }

  private func endPause() {
    held?.cancel()
    held = nil
  }
}
