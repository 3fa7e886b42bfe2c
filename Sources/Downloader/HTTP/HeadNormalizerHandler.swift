import AudioCore
import NIOCore

/// Puts a ``HeadNormalizer`` before the HTTP decoder of one connection, a new one for each answer.
final class HeadNormalizerHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var normalizer = HeadNormalizer()
  /// True when nothing more is wanted of the answer.
  private(set) var isDone = true
  /// True when bytes of the answer came.
  private(set) var hasBytes = false

  /// The server's own reason phrase, once the head is complete.
  var reason: String { normalizer.reason }
  /// True when only the end of the connection ends the body.
  var endsWithConnection: Bool { normalizer.isTransparent }
  /// True when the whole answer came, and the connection may be used for another request.
  var isReusable: Bool { normalizer.isReusable }

  /// An answer is to come, whose head is read in `charset`. With `keepsAlive` the connection stays open behind it where it may.
  func begin(charset: TextCharset, keepsAlive: Bool) {
    normalizer = HeadNormalizer(charset: charset, keepsAlive: keepsAlive)
    (isDone, hasBytes) = (false, false)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else {
      // Bytes that belong to no answer: the connection is of no further use.
      return context.close(promise: nil)
    }
    hasBytes = true
    if normalizer.isTransparent { return context.fireChannelRead(data) }
    do {
      if case .pass(let bytes) = try normalizer.feed(unwrapInboundIn(data).readableBytesView), !bytes.isEmpty {
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
      }
      if let fault = normalizer.bodyFault { throw fault }
      guard normalizer.hasEnded else { return }
      isDone = true
      // The handlers behind take what has come, and see the end then.
      if !normalizer.isReusable { context.close(promise: nil) }
    } catch {
      isDone = true
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }

  /// An end that came too early is an error, so that a file that was cut off does not pass for a whole one.
  func channelInactive(context: ChannelHandlerContext) {
    if !isDone, normalizer.isComplete, !normalizer.mayEnd { context.fireErrorCaught(ConnectionFault.cutOff) }
    context.fireChannelInactive()
  }
}
