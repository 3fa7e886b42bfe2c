import NIOCore
import NIOHTTP1
import ServerSupport

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
  package init(_ fault: HTTPFault, _ bytes: ByteBuffer, type: String) {
    self.init(HTTPResponseStatus(statusCode: fault.status), headers: ["Content-Type": type], body: .whole(bytes))
    if let header = fault.header { headers.add(name: header.name, value: header.value) }
  }
}

/// An error that refuses a request: a status and one sentence for the client.
package struct HTTPFault: Error, Equatable {
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

  /// The error for a client that is one too many.
  static let tooManyClients = HTTPFault(503, "too many clients are connected", header: ("Retry-After", "5"))

  /// The error for a body that is longer than `limit` bytes, whether its length was announced or not.
  package static func bodyTooLong(_ limit: Int) -> HTTPFault {
    HTTPFault(413, "the body is longer than \(limit) bytes")
  }
}

/// A request that was received completely and whose head was admitted (``HTTPService``).
package struct HTTPRequest: Sendable {
  /// The part of the target before `?`.
  package var path: String
  /// The method, which was admitted.
  package var method: HTTPMethod
  /// True for HEAD: the answer is the one to GET without its body.
  package var isHead: Bool { method == .HEAD }
  /// The client's address over TCP; nil on the Unix socket.
  package var client: ClientAddress?
  /// The header fields.
  package var headers: HTTPHeaders
  /// The part of the target after `?`, still encoded; empty when there is none.
  package var query: Substring
  /// The body, at most as long as the admission allows (``HTTPService/Admission``).
  package var body = ByteBuffer()

  /// The request with this head, without a body.
  package init(_ head: HTTPRequestHead, from client: ClientAddress?) {
    path = String(head.uri.prefix { $0 != "?" })
    method = head.method
    self.client = client
    headers = head.headers
    query = head.uri.firstIndex(of: "?").map { head.uri[head.uri.index(after: $0)...] } ?? ""
  }
}
