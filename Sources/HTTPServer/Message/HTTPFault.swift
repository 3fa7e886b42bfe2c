/// An error that refuses a request: a status and one sentence for the client.
package struct HTTPFault: Error, Equatable {
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

  /// The error for a body that is too long, whether its length was announced or not.
  package static let bodyTooLong = HTTPFault(413, "the body is longer than \(ConnectionLimits.bodyBytes) bytes")
}
