package import NIOCore

/// The limits of one connection.
package struct ConnectionLimits: Sendable {
  /// Longest head of a request, in bytes.
  package var headBytes = 16 << 10
  /// Longest usual body of a request, in bytes. Only few longer ones are received at a time
  /// (``ConnectionCounts/maximumLongBodies``).
  package static let bodyBytes = 64 << 10
  /// Longest time from the connection, or from the first byte of a further request, to the end of the head.
  package var headTime = TimeAmount.seconds(5)
  /// Longest time from the end of the head to the end of the body, and for each ``bodyBytes`` of a longer one.
  package var bodyTime = TimeAmount.seconds(5)
  /// Longest time from the end of one answer to the next request.
  package var idleTime = TimeAmount.seconds(60)
  /// Longest time a client may take no bytes although some wait for it.
  package var stallTime = TimeAmount.seconds(30)
  /// Longest time a client may take to close after the server has sent its last answer and closed its sending side.
  package var closingTime = TimeAmount.seconds(2)
  /// A stream that was silent for this time sends its comment (``HTTPAnswer/comment``).
  package var commentTime = TimeAmount.seconds(15)

  /// Longest time an answer waits for a command to be obeyed.
  package var timeout = Duration.seconds(1)

  /// The bytes that may wait for a client outside the system's own buffer. Above the high mark the client counts as
  /// behind.
  static let writeMarks = ChannelOptions.Types.WriteBufferWaterMark(low: 4 << 10, high: 16 << 10)
  /// The send buffer that the server requests from the system for each client, in bytes. Its size bounds how far a
  /// client that does not read can fall behind.
  package var sendBufferBytes = 64 << 10

  /// The default limits.
  package init() {}
}
