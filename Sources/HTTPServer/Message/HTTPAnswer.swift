import NIOCore
import NIOHTTP1

/// The answer to a request. ``ExchangeHandler`` adds the date, the framing of the body and the header fields that every
/// answer has.
struct WebAnswer: Sendable {
  /// The body after the head.
  enum Body: Sendable {
    /// A complete body; the head gives its length.
    case whole(ByteBuffer)
    /// A body of unknown length: the closure sends it until it returns, then the connection closes. It is not called
    /// for HEAD.
    case stream(@Sendable (WebConnection) async throws -> Void)
  }

  /// The HTTP status.
  var status: HTTPResponseStatus
  /// The header fields, except those of the framing.
  var headers: HTTPHeaders
  /// The body.
  var body: Body
  /// True when each client gets the answer as HTTP/1.0, without chunks, and the connection closes after it: stream
  /// players predate HTTP/1.1.
  var isHTTP10 = false

  /// An answer with these fields.
  init(_ status: HTTPResponseStatus = .ok, headers: HTTPHeaders, body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The answer 200 with a body of this type.
  init(_ bytes: ByteBuffer, type: String) {
    self.init(headers: ["Content-Type": type], body: .whole(bytes))
  }

  /// The answer 200 with a JSON object.
  static func json(_ bytes: ByteBuffer) -> WebAnswer { WebAnswer(bytes, type: "application/json") }

  /// The answer 200 with a stream of events that `send` sends.
  static func events(_ send: @escaping @Sendable (WebConnection) async throws -> Void) -> WebAnswer {
    WebAnswer(headers: ["Content-Type": ServerSentEvent.contentType], body: .stream(send))
  }
}
