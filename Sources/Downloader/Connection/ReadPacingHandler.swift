import NIOCore

/// Lets bytes gather in the socket: once a read has taken all there was, the next waits until ``ReadPacing/pause`` has passed.
///
/// The timer is the event loop's own, so that a pause wakes no other thread. The handler stands before the watch for stalled
/// connections, which counts a pause as waiting: the socket takes the bytes that come.
final class ReadPacingHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Behind TLS the size of the last buffer says nothing: a read of fewer bytes is taken to have left nothing behind, as no buffer of the
  /// event loop is larger.
  private static let largestBuffer = 64 << 10

  private let pacing: ReadPacing
  private let longest: TimeAmount
  /// True when the buffers are those that the socket was read into: one that is not full was the last.
  private let seesSocket: Bool
  /// When all there was had been read; nil when there may be more.
  private var drainedAt: NIODeadline?
  private var bytes = 0
  private var isFull = false
  private var held: Scheduled<Void>?

  /// No pause is longer than `longest`.
  init(pacing: ReadPacing, longest: TimeAmount, seesSocket: Bool) {
    self.pacing = pacing
    self.longest = longest
    self.seesSocket = seesSocket
  }

  func read(context: ChannelHandlerContext) {
    guard held == nil else { return }
    guard let drainedAt, case let due = drainedAt + min(TimeAmount(pacing.pause), longest), due > .now() else {
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
      drainedAt = (seesSocket ? !isFull : bytes < Self.largestBuffer) ? .now() : nil
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

  /// The next read is asked for at the end of the one before, when the pause behind that is not known yet.
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
