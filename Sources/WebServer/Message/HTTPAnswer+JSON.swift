import HTTPServer
import NIOCore
import Stations

/// The answers that the endpoints have in common.
extension HTTPAnswer {
  /// The answer 200 with a JSON object.
  static func json(_ bytes: ByteBuffer) -> HTTPAnswer { HTTPAnswer(bytes, type: "application/json") }

  /// The answer with `fault`, as the JSON object `{"error":"…"}`.
  static func fault(_ fault: HTTPFault) -> HTTPAnswer {
    HTTPAnswer(fault, ByteBuffer(json: .object(["error": .text(fault.message)])), type: "application/json")
  }

  /// The answer 200 with a stream of events that `send` sends.
  static func events(_ send: @escaping @Sendable (HTTPConnection) async throws -> Void) -> HTTPAnswer {
    var answer = HTTPAnswer(headers: ["Content-Type": ServerSentEvent.contentType], body: .stream(send))
    answer.comment = ServerSentEvent.comment
    return answer
  }
}
