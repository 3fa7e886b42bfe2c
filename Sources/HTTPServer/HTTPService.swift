import NIOHTTP1

/// What an ``HTTPServer`` answers.
package struct HTTPService: Sendable {
  /// Checks the head of a request before its body is received. The client is nil on a Unix socket. Throws when the
  /// request is not allowed.
  package typealias Admission = @Sendable (HTTPRequestHead, ClientAddress?) throws(HTTPFault) -> Void

  /// The header fields of all answers, except those that an answer has itself.
  package var headers: HTTPHeaders
  /// Returns the answer that gives an error.
  package var refuse: @Sendable (HTTPFault) -> HTTPAnswer
  /// Returns the answer to a request.
  package var answer: @Sendable (HTTPRequest, HTTPConnection) async -> HTTPAnswer

  /// A service with these fields.
  package init(
    headers: HTTPHeaders, refuse: @escaping @Sendable (HTTPFault) -> HTTPAnswer,
    answer: @escaping @Sendable (HTTPRequest, HTTPConnection) async -> HTTPAnswer
  ) {
    self.headers = headers
    self.refuse = refuse
    self.answer = answer
  }
}
