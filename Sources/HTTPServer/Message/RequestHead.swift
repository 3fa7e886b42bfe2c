import NIOHTTP1

/// Brings the head of a request into the form that the rest of the server reads.
enum RequestHead {
  private static let scheme = "http://"

  /// Returns `head` with a target that begins with a slash. Of a target in absolute form (RFC 9112, section 3.2.2), which
  /// clients send to a proxy, the authority replaces the field `Host`. Throws ``HTTPError``: 400 for more than one such
  /// field, 501 for a transfer coding other than `chunked` (RFC 9112, section 6.1).
  static func normalized(_ head: HTTPRequestHead) throws(HTTPError) -> HTTPRequestHead {
    let codings = head.headers[canonicalForm: "transfer-encoding"]
    guard codings.allSatisfy({ $0.lowercased() == "chunked" }), codings.count <= 1 else {
      throw HTTPError(501, "the body has a transfer coding other than chunked")
    }
    guard head.uri.prefix(scheme.count).lowercased() == scheme else { return head }
    let rest = head.uri.dropFirst(scheme.count)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    // The guard counts the fields of heads that are not changed here (RFC 9112, section 3.2).
    guard head.headers["host"].count <= 1 else { throw HTTPError(400, "more than one Host field") }
    var head = head
    head.headers.replaceOrAdd(name: "Host", value: String(rest[..<end]))
    head.uri = (rest[end...].first == "/" ? "" : "/") + rest[end...]
    return head
  }

  /// True when the client waits for `100 Continue` before it sends the body. A client of HTTP/1.0 never gets it (RFC
  /// 9110, section 10.1.1).
  static func wantsContinue(_ head: HTTPRequestHead) -> Bool {
    head.version == .http1_1 && head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
  }
}
