import AudioCore
import NIOCore

/// Puts a ``HeadNormalizer`` before the HTTP decoder of one connection. Once the head has passed, it passes everything on.
final class HeadNormalizerHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var normalizer: HeadNormalizer
  private var hasFailed = false

  init(charset: TextCharset) {
    normalizer = HeadNormalizer(charset: charset)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if normalizer.isComplete {
      context.fireChannelRead(data)
      return
    }
    guard !hasFailed else { return }
    let buffer = unwrapInboundIn(data)
    do {
      switch try normalizer.feed(buffer.readableBytesView) {
      case .needMore: break
      case .pass(let bytes): context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
      }
    } catch {
      hasFailed = true
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }

  /// While the head is incomplete nothing has been passed on, so nobody downstream asks for more: we do.
  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if !normalizer.isComplete && !hasFailed { context.read() }
  }
}
