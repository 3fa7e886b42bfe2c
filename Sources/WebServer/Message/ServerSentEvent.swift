import NIOCore

/// One event of an event stream (HTML, section 9.2).
struct ServerSentEvent {
  static let contentType = "text/event-stream"
  /// What is sent when there is nothing to tell.
  static let comment = ByteBuffer(string: ":\n\n")
  /// Tells a browser when to come back after the connection was lost, in milliseconds.
  static let opening = ByteBuffer(string: "retry: 2000\n\n")

  /// Its kind.
  var name: StaticString
  /// Its number, if it has one.
  var id: UInt64?
  /// One line of JSON, without its end.
  var data: ByteBuffer

  /// The event as it is sent.
  var bytes: ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: data.readableBytes + 64)
    if let id { buffer.writeString("id: \(id)\n") }
    buffer.writeString("event: ")
    buffer.writeStaticString(name)
    buffer.writeString("\ndata: ")
    buffer.writeImmutableBuffer(data)
    buffer.writeString("\n\n")
    return buffer
  }
}
