package import NIOCore
package import NIOHTTP1

/// The answer to a request. The server adds the date, the framing of the body and the header fields that every answer
/// has.
package struct HTTPAnswer: Sendable {
  /// The body after the head.
  package enum Body: Sendable {
    /// A complete body; the head gives its length.
    case whole(ByteBuffer)
    /// A body of unknown length: the closure sends it until it returns, then the connection closes. It is not called
    /// for HEAD.
    case stream(@Sendable (HTTPConnection) async throws -> Void)
    /// A body of this many bytes, which the closure sends in pieces. When it throws, the connection closes, so that the
    /// client sees that bytes are missing. It is not called for HEAD.
    case pieces(Int, @Sendable (HTTPConnection) async throws -> Void)
  }

  /// The HTTP status.
  package var status: HTTPResponseStatus
  /// The header fields, except those of the framing.
  package var headers: HTTPHeaders
  /// The body.
  package var body: Body
  /// True when each client gets the answer as HTTP/1.0, without chunks, and the connection closes after it: stream
  /// players predate HTTP/1.1.
  package var isHTTP10 = false
  /// The piece that is sent when a stream was silent for ``ConnectionLimits/commentTime``; nil for none.
  package var comment: ByteBuffer?

  /// An answer with these fields.
  package init(_ status: HTTPResponseStatus = .ok, headers: HTTPHeaders, body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The answer 200 with a body of this type.
  package init(_ bytes: ByteBuffer, type: String) {
    self.init(headers: ["Content-Type": type], body: .whole(bytes))
  }

  /// The answer with `fault` and a body of this type.
  package init(_ fault: HTTPError, _ bytes: ByteBuffer, type: String) {
    self.init(HTTPResponseStatus(statusCode: fault.status), headers: ["Content-Type": type], body: .whole(bytes))
    if let header = fault.header { headers.add(name: header.name, value: header.value) }
  }
}
