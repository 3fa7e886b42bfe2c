import NIOCore

/// Lets bytes gather in the socket: once a read has taken all there was, the next waits until ``ReadRest/wanted`` has passed.
///
/// Waking up for each packet of the network costs more than decoding it. The timer is the event loop's own, so that a rest wakes
/// no other thread. It stands before the watch for stalled connections, for which a rest is waiting: the socket takes what comes.
final class ReadRestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Behind TLS the last buffer tells nothing: a read of fewer bytes is taken to have left nothing behind, as no buffer of the event loop
  /// is larger.
  private static let largestBuffer = 64 << 10

  private let rest: ReadRest
  private let longest: TimeAmount
  /// True when the buffers are those that the socket was read into: one that is not full was the last.
  private let seesSocket: Bool
  /// When all there was had been read; nil when there may be more.
  private var drainedAt: NIODeadline?
  private var bytes = 0
  private var isFull = false
  private var held: Scheduled<Void>?

  /// No rest is longer than `longest`.
  init(rest: ReadRest, longest: TimeAmount, seesSocket: Bool) {
    self.rest = rest
    self.longest = longest
    self.seesSocket = seesSocket
  }

  func read(context: ChannelHandlerContext) {
    guard held == nil else { return }
    guard let drainedAt, case let due = drainedAt + min(rest.wanted, longest), due > .now() else {
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
    stopResting()
    context.fireChannelInactive()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
    rest.whenShortened { loop.execute { bound.value.handler.holdAnew(bound.value.context) } }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    rest.whenShortened(nil)
    stopResting()
  }

  /// The next read is asked for with the end of the one before, when nobody has said yet how long may be rested behind that.
  private func holdAnew(_ context: ChannelHandlerContext) {
    guard held != nil else { return }
    stopResting()
    read(context: context)
  }

  private func stopResting() {
    held?.cancel()
    held = nil
  }
}
