import NIOCore

/// Ends a connection to an address that is out of bounds before a byte of the request is sent.
final class ForbiddenPeerHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = Any

  private let fault: ForbiddenPeerFault

  init(fault: ForbiddenPeerFault) {
    self.fault = fault
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    promise?.fail(fault)
    let context = NIOLoopBound(context, eventLoop: context.eventLoop)
    let fault = fault
    // Not now: who writes is in the middle of it.
    context.eventLoop.execute {
      context.value.fireErrorCaught(fault)
      context.value.close(promise: nil)
    }
  }

  func flush(context: ChannelHandlerContext) {}
}

/// A public server sent us to an address where it has no business.
struct ForbiddenPeerFault: Error {
  let scope: AddressScope
}
