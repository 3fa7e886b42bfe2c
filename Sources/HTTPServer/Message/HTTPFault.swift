import NIOCore
import NIOHTTP1
import Stations

/// An error that refuses a request: a status and one sentence for the client.
package struct WebFault: Error, Equatable {
  /// The HTTP status, 400…599.
  package var status: Int
  /// One sentence.
  package var message: String
  /// A header that belongs to the status, such as `Allow`.
  package var header: Header?

  /// A header's name and value.
  package struct Header: Sendable, Equatable {
    /// The header's name.
    package var name: String
    /// The header's value.
    package var value: String
  }

  /// An error with these fields.
  package init(_ status: Int, _ message: String, header: (name: String, value: String)? = nil) {
    self.status = status
    self.message = message
    self.header = header.map { Header(name: $0.name, value: $0.value) }
  }

  /// The JSON body, `{"error":"…"}`.
  var body: ByteBuffer {
    ByteBuffer(json: .object(["error": .text(message)]))
  }

  /// The answer with this error.
  var answer: WebAnswer {
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    if let header { headers.add(name: header.name, value: header.value) }
    return WebAnswer(HTTPResponseStatus(statusCode: status), headers: headers, body: .whole(body))
  }
}
