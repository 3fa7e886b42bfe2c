import HTTPServer
import JSON
import NIOCore
import NIOHTTP1

/// One event of an event stream (HTML, section 9.2).
struct ServerSentEvent {
  static let contentType = "text/event-stream"
  /// A comment, sent while there are no events.
  static let comment = ByteBuffer(string: ":\n\n")
  /// The first bytes of a stream: the time, in milliseconds, after which a browser reconnects.
  static let opening = ByteBuffer(string: "retry: 2000\n\n")

  /// The event's name.
  var name: String
  /// The event's number; nil for none.
  var id: UInt64?
  /// The data: one line of JSON without its newline.
  var data: ByteBuffer

  /// The encoded event.
  var bytes: ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: data.readableBytes + 64)
    if let id { buffer.writeString("id: \(id)\n") }
    buffer.writeString("event: \(name)\ndata: ")
    buffer.writeImmutableBuffer(data)
    buffer.writeString("\n\n")
    return buffer
  }
}

/// The answers that the endpoints have in common.
extension HTTPAnswer {
  /// The answer 200 with a JSON object.
  static func json(_ bytes: ByteBuffer) -> HTTPAnswer { HTTPAnswer(bytes, type: "application/json") }

  /// An answer with `value`.
  static func json(_ value: some JSONConvertible) -> HTTPAnswer { json(ByteBuffer(json: value)) }

  /// The answer with `fault`, as the JSON object `{"error":"…"}`.
  static func fault(_ fault: HTTPError) -> HTTPAnswer {
    HTTPAnswer(fault, ByteBuffer(json: .object(["error": fault.message])), type: "application/json")
  }

  /// The answer 200 with a stream of events that `send` sends.
  static func events(_ send: @escaping @Sendable (HTTPConnection) async throws -> Void) -> HTTPAnswer {
    var answer = HTTPAnswer(headers: ["Content-Type": ServerSentEvent.contentType], body: .stream(send))
    answer.comment = ServerSentEvent.comment
    return answer
  }
}

extension ByteBuffer {
  /// `json` as one line of text.
  init(json: some JSONConvertible) { self.init(bytes: JSONWriter.line(json.json)) }
}
