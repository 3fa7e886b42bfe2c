import NIOCore
import NIOHTTP1

/// A request that was received wholly and passed ``RequestGuard``.
struct WebRequest: Sendable {
  /// What is asked for.
  var endpoint: Endpoint
  /// True for HEAD: the answer is that to GET without its body.
  var isHead: Bool
  /// The header fields.
  var headers: HTTPHeaders
  /// The address behind its `?`, still encoded; empty when there is none.
  var query: Substring
  /// The body, at most ``ConnectionLimits/bodyBytes``.
  var body: ByteBuffer

  /// The request with this head, which ``RequestGuard`` took for `endpoint`, and this body.
  init(_ head: HTTPRequestHead, for endpoint: Endpoint, body: ByteBuffer) {
    self.endpoint = endpoint
    isHead = head.method == .HEAD
    headers = head.headers
    query = head.uri.firstIndex(of: "?").map { head.uri[head.uri.index(after: $0)...] } ?? ""
    self.body = body
  }
}
