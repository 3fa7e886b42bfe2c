package import JSON

/// The body of a request for ``Endpoint/keep``: which title of the sound that is kept becomes a file.
package struct KeepRequest: Sendable, Equatable, JSONConvertible {
  /// The number of the title (``TimeShift/Title/id``); nil for the one that is heard.
  package var title: Int?

  /// A request for `title`.
  package init(title: Int? = nil) { self.title = title }

  /// The body.
  package var json: JSONValue { .object(["title": title]) }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    title = try fields.integer("title", in: 0...RequestFields.maximumInteger)
    try fields.finish()
  }
}
