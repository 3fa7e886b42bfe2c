import NIOCore
import NIOHTTP1

/// What a request is answered with. The date, the framing of the body and what every answer says are added by
/// ``ExchangeHandler``.
struct WebAnswer: Sendable {
  /// What follows the head.
  enum Body: Sendable {
    /// These bytes; the head says how many.
    case whole(ByteBuffer)
    /// What this sends until it returns, and the end of the connection: the length is not known. HEAD does not call it.
    case stream(@Sendable (WebConnection) async throws -> Void)
  }

  /// HTTP's status.
  var status: HTTPResponseStatus
  /// The header fields, but for those of the framing.
  var headers: HTTPHeaders
  /// The body.
  var body: Body

  /// An answer with all its fields.
  init(_ status: HTTPResponseStatus = .ok, headers: HTTPHeaders, body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// 200 with `bytes` of this type.
  init(_ bytes: ByteBuffer, type: String) {
    self.init(headers: ["Content-Type": type], body: .whole(bytes))
  }

  /// 200 with a JSON object.
  static func json(_ bytes: ByteBuffer) -> WebAnswer { WebAnswer(bytes, type: "application/json") }

  /// 200 with a stream of events that `send` sends.
  static func events(_ send: @escaping @Sendable (WebConnection) async throws -> Void) -> WebAnswer {
    WebAnswer(headers: ["Content-Type": ServerSentEvent.contentType], body: .stream(send))
  }
}
