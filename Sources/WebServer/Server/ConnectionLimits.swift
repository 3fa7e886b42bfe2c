import NIOCore

/// Bounds of one connection.
package struct ConnectionLimits: Sendable {
  /// Bytes of a request's head.
  package var headBytes = 16 << 10
  /// Bytes of a request's body.
  package static let bodyBytes = 64 << 10
  /// From the connection, or the first byte of a further request, to the end of the head.
  package var headTime = TimeAmount.seconds(5)
  /// From the end of the head to the end of the body.
  package var bodyTime = TimeAmount.seconds(5)
  /// From one answer's end to the next request.
  package var idleTime = TimeAmount.seconds(60)
  /// How long a client may leave bytes lying that wait for it.
  package var stallTime = TimeAmount.seconds(30)
  /// How long a client that was refused may take to hear of it.
  package var closingTime = TimeAmount.seconds(2)
  /// An event stream that had nothing to tell for so long sends a comment.
  package var commentTime = TimeAmount.seconds(15)

  /// How long an answer waits for the radio to obey.
  package var timeout = TimeAmount.seconds(1)

  /// Bytes that may wait for a client outside the system's own buffer before it counts as behind.
  static let writeMarks = ChannelOptions.Types.WriteBufferWaterMark(low: 4 << 10, high: 16 << 10)
  /// What is asked of the system as its buffer for one client, in bytes: it says how far one that does not read is behind.
  static let sendBufferBytes = 64 << 10

  /// The usual limits.
  package init() {}
}
