import AudioCore
package import JSON

/// The body of a request for ``Endpoint/recordings``: what to record, and how.
package struct RecordRequest: Sendable, Equatable, JSONConvertible {
  /// The longest recording, in seconds: 30 days.
  package static let maximumDuration = 2_592_000.0

  /// What is recorded, whatever is played.
  package enum Target: Sendable, Equatable {
    /// The station with this id, or whose id or name has these words.
    case station(String)
    /// The stream at this address.
    case url(String)
  }

  /// What is recorded; nil: what is played.
  package var target: Target?
  /// True for a file a title.
  package var isSplit = false
  /// True when titles that are not songs are left out; only with ``isSplit``.
  package var isSongsOnly = false
  /// How much sound is recorded; nil: until it is stopped or the source ends.
  package var duration: Duration?

  /// A request for one file of `target` without an end.
  package init(_ target: Target? = nil) { self.target = target }

  /// The body. Times are seconds.
  package var json: JSONValue {
    var (station, url): (String?, String?) = (nil, nil)
    switch target {
    case .station(let words): station = words
    case .url(let address): url = address
    case nil: break
    }
    return .object([
      "station": station, "url": url, "split": isSplit ? true : nil, "songsOnly": isSongsOnly ? true : nil,
      "duration": duration.map { $0 / .seconds(1) },
    ])
  }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    let station = try fields.text("station", characters: PlayTarget.maximumNameLength)
    let url = try fields.text("url", limit: StreamURL.maximumLength)
    isSplit = try fields.flag("split") ?? false
    isSongsOnly = try fields.flag("songsOnly") ?? false
    duration = try fields.number("duration", in: 1...Self.maximumDuration).map { .seconds($0) }
    try fields.finish()
    guard station == nil || url == nil else {
      throw RequestError("only one of \"station\" and \"url\" can be recorded")
    }
    target = station.map(Target.station) ?? url.map(Target.url)
    guard isSplit || !isSongsOnly else { throw RequestError("\"songsOnly\" goes with \"split\"") }
  }
}
