import NIOCore

/// An error that refuses a request: a status and one sentence for the client.
package struct HTTPError: Error, Equatable {
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
  static let tooManyClients = HTTPError(503, "too many clients are connected", header: ("Retry-After", "5"))

  /// The error for a body that is longer than `limit` bytes, whether its length was announced or not.
  package static func bodyTooLong(_ limit: Int) -> HTTPError {
    HTTPError(413, "the body is longer than \(limit) bytes")
  }
}
