import AudioCore
package import JSON

/// The sound of the current source that is kept, with its titles: the answer of ``Endpoint/timeShift``. Places are seconds
/// since tuning in, as ``RadioStatus/elapsed``.
public struct TimeShift: Sendable, Equatable {
  /// A title in the sound.
  public struct Title: Sendable, Equatable {
    /// Its number, which grows with each title of the source.
    public var id: Int
    /// The place where it begins.
    public var start: Double
    /// The place where it ends; nil while it has not ended.
    public var end: Double?
    /// The title, not empty.
    public var title: String
    /// When its first sound was received, in seconds since 1970.
    public var receivedAt: Double

    /// A title with these values.
    public init(id: Int, start: Double, end: Double?, title: String, receivedAt: Double) {
      (self.id, self.start, self.end, self.title) = (id, start, end, title)
      self.receivedAt = receivedAt
    }
  }

  /// The earliest place.
  public var start: Double
  /// The latest place that one can move to.
  public var end: Double
  /// The place that a listener hears who never paused nor went back; nil for a source that has an end.
  public var live: Double?
  /// The place that is heard, or held.
  public var position: Double
  /// The memory that the sound takes, in bytes.
  public var bytes: Int
  /// The titles, in order.
  public var titles: [Title]

  /// The sound that is kept, with these values.
  public init(start: Double, end: Double, live: Double?, position: Double, bytes: Int, titles: [Title]) {
    (self.start, self.end, self.live, self.position) = (start, end, live, position)
    (self.bytes, self.titles) = (bytes, titles)
  }

  /// The answer where no sound is kept: it has no places.
  package static let emptyJSON = JSONValue.object(["bytes": 0, "titles": [JSONValue]()])

  /// The answer. `at` is ISO 8601 with the offset of the local time.
  package var json: JSONValue {
    .object([
      "start": start, "end": end, "live": live, "position": position, "bytes": bytes,
      "titles": titles.map(\.json),
    ])
  }
}

extension TimeShift.Title {
  /// The title as a member of the answer.
  package var json: JSONValue {
    let parts = SongTitle(title)
    return .object([
      "id": id, "start": start, "end": end, "title": title, "artist": parts.artist, "song": parts.song,
      "at": ClockText.iso8601(receivedAt),
    ])
  }
}
