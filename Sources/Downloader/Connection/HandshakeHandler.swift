import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the end of a TLS handshake and checks that the certificate is for the host. It then removes itself from
/// the pipeline.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let tls: NIOSSLClientHandler
  private let host: String
  private var promise: EventLoopPromise<Void>?

  /// Waits for the handshake of `tls` with `host`. The result arrives through `promise`, which fails with the TLS
  /// library's error or ``ConnectionError/closedInHandshake``.
  init(tls: NIOSSLClientHandler, host: String, promise: EventLoopPromise<Void>) {
    self.tls = tls
    self.host = host
    self.promise = promise
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? TLSUserEvent, case .handshakeCompleted = event, let promise {
      self.promise = nil
      if let certificate = tls.peerCertificate, TLSName.covers(host, certificate) {
        context.pipeline.syncOperations.removeHandler(context: context).cascade(to: promise)
      } else {
        promise.fail(NIOSSLExtraError.failedToValidateHostname)
        context.close(promise: nil)
      }
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
    promise?.fail(ConnectionError.closedInHandshake)
    promise = nil
    context.fireChannelInactive()
  }
}
