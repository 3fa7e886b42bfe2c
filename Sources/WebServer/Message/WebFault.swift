import NIOCore
import NIOHTTP1
import Stations

/// Why a request is not done, as its sender is told: a status and one sentence.
package struct WebFault: Error, Equatable {
  /// The HTTP status, 400…599.
  package var status: Int
  /// One sentence.
  package var message: String
  /// A header that belongs to the status, such as `Allow`.
  package var header: Header?

  /// A header's name and value.
  package struct Header: Sendable, Equatable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: String
  }

  /// A fault with all its fields.
  package init(_ status: Int, _ message: String, header: (name: String, value: String)? = nil) {
    self.status = status
    self.message = message
    self.header = header.map { Header(name: $0.name, value: $0.value) }
  }

  /// `{"error":"…"}`.
  var body: ByteBuffer {
    ByteBuffer(json: .object(["error": .text(message)]))
  }

  /// The answer that says so.
  var answer: WebAnswer {
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    if let header { headers.add(name: header.name, value: header.value) }
    return WebAnswer(HTTPResponseStatus(statusCode: status), headers: headers, body: .whole(body))
  }
}
