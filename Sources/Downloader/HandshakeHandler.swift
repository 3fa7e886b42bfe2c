import NIOCore
import NIOTLS

/// Waits for the end of a TLS handshake. It leaves the pipeline when that is over.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private var promise: EventLoopPromise<Void>?

  /// The result comes by `promise`, which fails with the TLS library's error or ``ConnectionFault/closedInHandshake``.
  init(promise: EventLoopPromise<Void>) {
    self.promise = promise
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? TLSUserEvent, case .handshakeCompleted = event, let promise {
      self.promise = nil
      context.pipeline.syncOperations.removeHandler(context: context).cascade(to: promise)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let promise else { return context.fireErrorCaught(error) }
    self.promise = nil
    promise.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise?.fail(ConnectionFault.closedInHandshake)
    promise = nil
    context.fireChannelInactive()
  }
}
