import AudioCore
import NIOCore

/// Runs a ``HeadNormalizer`` in front of the HTTP decoder of one connection, a new one for each response.
final class HeadNormalizerHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var normalizer = HeadNormalizer()
  /// True when no more bytes of the response are wanted.
  private(set) var isDone = true
  /// True when bytes of the response have arrived.
  private(set) var hasBytes = false

  /// The server's own reason phrase, once the head is complete.
  var reason: String { normalizer.reason }
  /// True when only the end of the connection ends the body.
  var endsWithConnection: Bool { normalizer.isTransparent }
  /// True when the whole response has arrived and the connection may be used for another request.
  var isReusable: Bool { normalizer.isReusable }

  /// Prepares for a response, whose head is read in `charset`. With `keepsAlive` the connection stays open after the
  /// response if possible.
  func begin(charset: TextCharset, keepsAlive: Bool) {
    normalizer = HeadNormalizer(charset: charset, keepsAlive: keepsAlive)
    (isDone, hasBytes) = (false, false)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else {
      // These bytes belong to no response: the connection cannot be used any more.
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
      // The later handlers process the bytes so far, and then see the end of the connection.
      if !normalizer.isReusable { context.close(promise: nil) }
    } catch {
      isDone = true
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }

  /// Reports an early end as an error, so that a truncated file does not count as complete.
  func channelInactive(context: ChannelHandlerContext) {
    if !isDone, normalizer.isComplete, !normalizer.mayEnd { context.fireErrorCaught(ConnectionError.cutOff) }
    context.fireChannelInactive()
  }
}
