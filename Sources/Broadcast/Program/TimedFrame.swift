import NIOCore

/// One compressed audio frame that goes to the listeners, and its title.
struct TimedFrame: Sendable {
  /// The frame's bytes.
  var bytes: ByteBuffer
  /// The title of the programme at that frame; empty when there is none.
  var title: String
}
