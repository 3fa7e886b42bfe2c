package import NIOCore
package import NIOHTTP1
package import ServerSupport

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
