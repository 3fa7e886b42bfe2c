import HTTPServer
import NIOCore
import NIOHTTP1

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

  /// Returns the answer to `request` with the content `body` and this tag: without the content (304) when the client has
  /// it already.
  func answer(_ request: HTTPRequest, headers: HTTPHeaders, body: @autoclosure () -> ByteBuffer) -> HTTPAnswer {
    var headers = headers
    headers.add(name: "ETag", value: text)
    guard !isKnown(to: request) else {
      return HTTPAnswer(.notModified, headers: headers, body: .whole(ByteBuffer()))
    }
    return HTTPAnswer(headers: headers, body: .whole(body()))
  }
}
