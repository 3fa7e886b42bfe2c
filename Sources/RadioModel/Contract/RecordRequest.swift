package import JSON

/// The body of a request for ``Endpoint/recordings``: what to record of the source that is played.
package struct RecordRequest: Sendable, Equatable, JSONConvertible {
  /// The longest recording, in seconds: 30 days.
  package static let maximumDuration = 2_592_000.0

  /// True for a file a title.
  package var isSplit = false
  /// True when titles that are not songs are left out; only with ``isSplit``.
  package var isSongsOnly = false
  /// How much sound is recorded; nil: until it is stopped or the source ends.
  package var duration: Duration?

  /// A request for one file without an end.
  package init() {}

  /// The body. Times are seconds.
  package var json: JSONValue {
    .object([
      "split": isSplit ? true : nil, "songsOnly": isSongsOnly ? true : nil,
      "duration": duration.map { $0 / .seconds(1) },
    ])
  }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    isSplit = try fields.flag("split") ?? false
    isSongsOnly = try fields.flag("songsOnly") ?? false
    duration = try fields.number("duration", in: 1...Self.maximumDuration).map { .seconds($0) }
    try fields.finish()
    guard isSplit || !isSongsOnly else { throw RequestError("\"songsOnly\" goes with \"split\"") }
  }
}
