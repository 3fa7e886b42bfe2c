import HTTPTypes
import Hummingbird
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

  /// The answer for a request that was taken on.
  var response: Response {
    var response = Response.json(body, status: HTTPResponse.Status(code: status))
    if let header, let name = HTTPField.Name(header.name) { response.headers[name] = header.value }
    return response
  }

  /// The head of the answer for a request that was not taken on; the connection is closed after it.
  func head(bodyBytes: Int) -> HTTPResponseHead {
    var headers = HTTPHeaders([
      ("content-type", "application/json"), ("content-length", String(bodyBytes)), ("connection", "close"),
    ])
    if let header { headers.add(name: header.name, value: header.value) }
    return HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
  }
}

extension Response {
  /// An answer that is a JSON object.
  static func json(_ body: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    Response(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
  }
}
