import NIOCore
package import NIOHTTP1
package import ServerSupport

/// What an ``HTTPServer`` answers.
package struct HTTPService: Sendable {
  /// Checks the head of a request before its body is received. The client is nil on a Unix socket. Throws when the
  /// request is not allowed.
  package typealias Admission = @Sendable (HTTPRequestHead, ClientAddress?) throws(HTTPError) -> Admitted

  /// What is known of a request that is allowed.
  package struct Admitted: Sendable {
    /// The maximum number of bytes of its body.
    package var bodyLimit: Int
    /// True when it has shown a secret.
    package var isProved: Bool

    /// A request with these properties.
    package init(bodyLimit: Int, isProved: Bool = false) {
      self.bodyLimit = bodyLimit
      self.isProved = isProved
    }
  }

  /// The header fields of all answers, except those that an answer has itself.
  package var headers: HTTPHeaders
  /// Returns the answer that gives an error.
  package var refuse: @Sendable (HTTPError) -> HTTPAnswer
  /// Returns the answer to a request.
  package var answer: @Sendable (HTTPRequest, HTTPConnection) async -> HTTPAnswer

  /// A service with these fields.
  package init(
    headers: HTTPHeaders, refuse: @escaping @Sendable (HTTPError) -> HTTPAnswer,
    answer: @escaping @Sendable (HTTPRequest, HTTPConnection) async -> HTTPAnswer
  ) {
    self.headers = headers
    self.refuse = refuse
    self.answer = answer
  }

  /// Answers `request` on `connection`. Returns when the answer was handed over, and for a stream when it ended.
  func serve(_ request: HTTPRequest, on connection: HTTPConnection) async {
    let answer = await self.answer(request, connection)
    connection.answer(answer)
    guard !request.isHead else { return }
    switch answer.body {
    case .whole: return
    case .stream(let send):
      try? await send(connection)  // fails when the client has disconnected
      connection.finish()
    case .pieces(_, let send):
      do {
        try await send(connection)
        connection.finish()
      } catch {
        connection.abort()
      }
    }
  }
}
