import AudioCore
package import JSON

/// A recording, as clients see it: an answer of ``Endpoint/recordings``.
public struct RecordingStatus: Sendable, Equatable {
  /// What begins and ends it.
  public enum Kind: String, Sendable {
    /// The song that was heard, from its beginning to its end.
    case keep
    /// From a command to another one, or for a time.
    case record
  }

  /// What it does.
  public enum State: String, Sendable {
    /// Nothing was written yet.
    case waiting
    /// A file is being written, or the next one is awaited.
    case writing
    /// It has ended.
    case done
    /// It has ended because it could not be written.
    case failed
  }

  /// Its number, from 1 on.
  public var id: Int
  /// What begins and ends it.
  public var kind: Kind
  /// What it does.
  public var state = State.waiting
  /// The title of the file that is written, or was written last; empty where none is known.
  public var title = ""
  /// The name of the station.
  public var station: String
  /// When the first sound was received, in seconds since 1970; nil while nothing was written.
  public var begin: Double?
  /// Seconds of sound in all files.
  public var seconds = 0.0
  /// Bytes of all files.
  public var bytes = 0
  /// The names of the files that are finished, below the folder of recordings.
  public var files: [String] = []
  /// True when the recording is done, and its last file has a whole title, or all that was asked for without a gap.
  public var isComplete = false
  /// Why it failed, or has less than was asked for; one sentence.
  public var reason: String?

  /// A recording of a station that has not begun.
  public init(id: Int, kind: Kind, title: String = "", station: String) {
    (self.id, self.kind, self.title, self.station) = (id, kind, title, station)
  }

  /// True while it may still write.
  public var isActive: Bool { state == .waiting || state == .writing }

  /// The recording as a member of an answer. `begin` is ISO 8601 with the offset of the local time.
  package var json: JSONValue {
    .object([
      "id": id, "kind": kind.rawValue, "state": state.rawValue, "title": title, "station": station,
      "begin": begin.map(ClockText.iso8601), "seconds": (seconds * 1000).rounded() / 1000, "bytes": bytes,
      "files": files, "complete": isComplete, "reason": reason,
    ])
  }

  /// Reads such a member. Returns nil when it is not a recording.
  package init?(json: JSONValue) {
    guard let id = json["id"]?.integer(Int.self), let kind = json["kind"]?.text.flatMap(Kind.init),
      let state = json["state"]?.text.flatMap(State.init)
    else { return nil }
    self.init(id: id, kind: kind, title: json["title"]?.text ?? "", station: json["station"]?.text ?? "")
    self.state = state
    begin = json["begin"]?.text.flatMap(ClockText.time(ofISO8601:))
    seconds = json["seconds"]?.double ?? 0
    bytes = json["bytes"]?.integer() ?? 0
    files = json["files"]?.elements?.compactMap(\.text) ?? []
    isComplete = json["complete"]?.flag ?? false
    reason = json["reason"]?.text
  }
}
