import NIOCore
import NIOHTTP1

/// A request that was received wholly and passed ``RequestGuard``.
struct WebRequest: Sendable {
  /// What is asked for.
  var endpoint: Endpoint
  /// True for HEAD: the answer is that to GET without its body.
  var isHead: Bool
  /// Who asks over TCP; nil on the Unix socket.
  var client: ClientAddress?
  /// The header fields.
  var headers: HTTPHeaders
  /// The address behind its `?`, still encoded; empty when there is none.
  var query: Substring
  /// The body, at most ``ConnectionLimits/bodyBytes``.
  var body: ByteBuffer

  /// The request with this head, which ``RequestGuard`` took for `endpoint`, and this body.
  init(_ head: HTTPRequestHead, for endpoint: Endpoint, from client: ClientAddress?, body: ByteBuffer) {
    self.endpoint = endpoint
    self.client = client
    isHead = head.method == .HEAD
    headers = head.headers
    query = head.uri.firstIndex(of: "?").map { head.uri[head.uri.index(after: $0)...] } ?? ""
    self.body = body
  }
}
