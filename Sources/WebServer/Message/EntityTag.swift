import HTTPServer

/// The tag of a file's content (RFC 9110, section 8.8.3), with which a client asks whether the file has changed.
struct EntityTag: Sendable, Equatable {
  /// The tag with its quotes, for the header `ETag`.
  let text: String

  /// A tag of letters, digits and `-`.
  init(_ tag: String) { text = "\"\(tag)\"" }

  /// True when the client has the content already: `If-None-Match` (RFC 9110, section 13.1.2) names the tag.
  func isKnown(to request: HTTPRequest) -> Bool {
    // A proxy may have made the tag weak.
    request.headers[canonicalForm: "if-none-match"].contains { $0 == "*" || $0 == text || $0 == "W/" + text }
  }
}
