import NIOCore
import ServerSupport

/// Watches the bytes of one connection: limits the time a client takes to send a request, and to take the answer.
///
/// ``ExchangeHandler``, the last handler of the pipeline, reports where a request and its answer begin and end.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData

  /// The phase of a connection.
  enum Phase {
    /// No byte of a request has come; `isFirst` before the first request.
    case waiting(isFirst: Bool)
    /// A head is coming; `bytes` bytes of it are here.
    case head(bytes: Int)
    /// A body is coming.
    case body
    /// An answer is being sent; it has no known end when it is a stream.
    case answer(isStream: Bool)
    /// All input is ignored except the client's close.
    case closing
  }

  private let limits: ConnectionLimits
  private let refuse: (HTTPError) -> Void
  private var phase = Phase.waiting(isFirst: true)
  private var context: ChannelHandlerContext?
  private var deadline: NIODeadline?
  private let watch = DeadlineWatch()
  private var stallTimer: Scheduled<Void>?
  private var writtenBytes = 0
  /// Bytes the system had taken when the stall timer was set.
  private var takenBytes = 0

  /// A watch over a new connection. `refuse` answers a request that is too slow or too long, and ends the connection.
  init(limits: ConnectionLimits, refuse: @escaping (HTTPError) -> Void) {
    self.limits = limits
    self.refuse = refuse
  }

  /// Changes to `phase` and sets its deadline.
  func enter(_ phase: Phase) {
    self.phase = phase
    let time: TimeAmount? =
      switch phase {
      case .waiting(let isFirst): isFirst ? limits.headTime : limits.idleTime
      case .head: limits.headTime
      case .body: limits.bodyTime
      case .answer: nil
      case .closing: limits.closingTime
      }
    deadline = time.map { .now() + $0 }
    guard let loop = context?.eventLoop else { return }
    watch.arm(on: loop, deadline: { self.deadline }, expire: { self.timeOut() })
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    enter(.waiting(isFirst: true))
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    watch.cancel()
    stallTimer?.cancel()
    stallTimer = nil
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Self.unwrapInboundIn(data).readableBytes
    switch phase {
    case .waiting: enter(.head(bytes: bytes))
    case .head(let before): phase = .head(bytes: before + bytes)
    case .closing: return
    case .body, .answer: break
    }
    context.fireChannelRead(data)
    if case .head(let bytes) = phase, bytes > limits.headBytes { refuse(HTTPError(431, "the head is too long")) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      switch phase {
      case .waiting, .head, .body, .answer(isStream: true), .closing: return context.close(promise: nil)
      case .answer(isStream: false): break
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    writtenBytes += Self.unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    if stallTimer == nil, waitingBytes > 0 { watchStall() }
  }

  /// Bytes that the system has not taken yet.
  private var waitingBytes: Int {
    guard let context else { return 0 }
    return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func watchStall() {
    guard let context else { return }
    takenBytes = writtenBytes - waitingBytes
    stallTimer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.stallTime) { [self] in
      stallTimer = nil
      let waiting = waitingBytes
      guard waiting > 0 else { return }
      if writtenBytes - waiting == takenBytes { self.context?.close(promise: nil) } else { watchStall() }
    }
  }

  private func timeOut() {
    deadline = nil
    switch phase {
    case .waiting, .closing: context?.close(promise: nil)
    case .head, .body: refuse(HTTPError(408, "the request did not arrive in time"))
    case .answer: break
    }
  }
}
