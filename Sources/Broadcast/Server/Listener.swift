import Muxing
import NIOCore
import NIOHTTP1

/// One listener: sends the frames, and counts the bytes that are not sent yet. Used on the broadcaster's event loop
/// only.
final class Listener {
  private let channel: any Channel
  private let queueBytes: Int
  private var interleaver: ICYInterleaver?
  private var pendingBytes = 0

  /// A listener on `channel`, to which the response head was written. `interval` is the number of audio bytes between
  /// two metadata blocks, or nil for a listener that wants no metadata. With more than `queueBytes` unsent bytes the
  /// connection is closed.
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
