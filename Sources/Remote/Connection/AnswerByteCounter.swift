import NIOCore

/// Counts the received bytes for an ``AnswerHandler`` before they are parsed.
final class AnswerByteCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let answer: AnswerHandler

  /// Creates a counter for `answer`, which comes later in the same pipeline.
  init(_ answer: AnswerHandler) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    answer.parsed(bytes: count)
  }
}
