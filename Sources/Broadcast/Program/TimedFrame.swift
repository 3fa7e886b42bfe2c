import NIOCore

/// One compressed audio frame on its way to the listeners, and the title it belongs to.
struct TimedFrame: Sendable {
  /// The frame's bytes.
  var bytes: ByteBuffer
  /// The title on the air with it; empty when there is none.
  var title: String
}
