import NIOCore
import NIOHTTP1

/// A request that was received completely and passed ``RequestGuard``.
struct WebRequest: Sendable {
  /// The endpoint that is requested.
  var endpoint: Endpoint
  /// True for HEAD: the answer is the one to GET without its body.
  var isHead: Bool
  /// The client's address over TCP; nil on the Unix socket.
  var client: ClientAddress?
  /// The header fields.
  var headers: HTTPHeaders
  /// The part of the target after `?`, still encoded; empty when there is none.
  var query: Substring
  /// The body, at most ``ConnectionLimits/bodyBytes``.
  var body: ByteBuffer

  /// The request with this head and body; ``RequestGuard`` has found `endpoint` for it.
  init(_ head: HTTPRequestHead, for endpoint: Endpoint, from client: ClientAddress?, body: ByteBuffer) {
    self.endpoint = endpoint
    self.client = client
    isHead = head.method == .HEAD
    headers = head.headers
    query = head.uri.firstIndex(of: "?").map { head.uri[head.uri.index(after: $0)...] } ?? ""
    self.body = body
  }
}
