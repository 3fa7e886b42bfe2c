import NIOCore
import NIOHTTP1

/// One who is tuned in: what was sent to whom, and how far behind they are. Lives on the broadcaster's event loop.
final class Listener {
  private let channel: any Channel
  private let queueBytes: Int
  private var interleaver: ICYInterleaver?
  private var pendingBytes = 0

  /// A listener behind `channel`, whose answer's head was written. `interval` is nil for one who wants no metadata.
  init(channel: any Channel, interval: Int?, queueBytes: Int) {
    self.channel = channel
    self.queueBytes = queueBytes
    interleaver = interval.map { ICYInterleaver(interval: $0) }
  }

  /// Sends frames, or closes the connection when the listener has fallen too far behind.
  func send(_ frames: [TimedFrame]) {
    var output = channel.allocator.buffer(capacity: frames.reduce(0) { $0 + $1.bytes.readableBytes } + 64)
    for var frame in frames {
      if interleaver == nil {
        output.writeBuffer(&frame.bytes)
      } else {
        interleaver?.append(frame.bytes, title: frame.title, to: &output)
      }
    }
    let count = output.readableBytes
    guard pendingBytes + count <= queueBytes else {
      channel.close(promise: nil)
      return
    }
    pendingBytes += count
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(output))).assumeIsolated().whenComplete { _ in
      self.pendingBytes -= count
    }
  }
}
