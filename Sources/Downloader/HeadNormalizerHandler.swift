import AudioCore
import NIOCore

/// Puts a ``HeadNormalizer`` before the HTTP decoder of one connection.
final class HeadNormalizerHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var normalizer: HeadNormalizer
  private var isDone = false
  /// True when the current round of reading gave something to those downstream.
  private var hasPassed = false

  init(charset: TextCharset) {
    normalizer = HeadNormalizer(charset: charset)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else { return }
    if normalizer.isTransparent {
      hasPassed = true
      return context.fireChannelRead(data)
    }
    do {
      switch try normalizer.feed(unwrapInboundIn(data).readableBytesView) {
      case .needMore: break
      case .pass(let bytes):
        hasPassed = true
        if !bytes.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes))) }
      }
      if let fault = normalizer.bodyFault { throw fault }
      guard normalizer.hasEnded else { return }
      isDone = true
      // Whoever reads takes what has come, and sees the end then.
      context.close(promise: nil)
    } catch {
      isDone = true
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }

  /// While nothing has been passed on, nobody downstream asks for more: we do.
  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if !hasPassed && !isDone { context.read() }
    hasPassed = false
  }

  /// An end that came too early is told, so that a file that was cut off does not pass for a whole one.
  func channelInactive(context: ChannelHandlerContext) {
    if !isDone, normalizer.isComplete, !normalizer.mayEnd { context.fireErrorCaught(CutOffFault()) }
    context.fireChannelInactive()
  }
}

/// The connection ended within a body whose end was announced.
struct CutOffFault: Error {}
