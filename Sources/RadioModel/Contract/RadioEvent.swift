import AudioCore
import Bytes
public import JSON

/// An event of the radio in the stream of ``Endpoint/events``.
public enum RadioEvent: Sendable, Equatable, JSONConvertible {
  /// The whole status: at the beginning of the stream, after each change of state, station or volume, and after a
  /// notice.
  case status(RadioStatus)
  /// A title became audible: on the station with the id `station`, if it is one, that is called `name`.
  case title(String, station: String?, name: String)
  /// The queue changed and has this version; nil from a daemon of an older version.
  case queue(version: Int?)
  /// The station list was read again and has this version; nil from a daemon of an older version.
  case stations(version: Int?)
  /// A notice about what happened. The status that follows has it if it lasts.
  case notice(String)
  /// An event of a newer daemon, which this version does not know.
  case other(String)

  /// The type of the event in the stream.
  package var name: String {
    switch self {
    case .status: "status"
    case .title: "title"
    case .queue: "queue"
    case .stations: "stations"
    case .notice: "notice"
    case .other(let name): name
    }
  }

  /// The data of the event.
  package var json: JSONValue {
    switch self {
    case .status(let status): return status.json
    case .title(let title, let station, let name):
      let parts = SongTitle(title)
      return .object(["title": title, "artist": parts.artist, "song": parts.song, "station": station, "name": name])
    case .queue(let version), .stations(let version): return .object(["version": version])
    case .notice(let text): return .object(["text": text])
    case .other: return .object([:])
    }
  }

  /// Reads an event of the type `name`, with clean texts; nil when `data` is not what a daemon sends.
  public init?(name: String, data: String) {
    guard let data = try? JSONReader.read(Array(data.utf8)), data.members != nil else { return nil }
    func text(_ key: String) -> String? { data[key]?.text.map { CleanText.singleLine($0) } }
    switch name {
    case "status":
      guard let status = RadioStatus(json: data) else { return nil }
      self = .status(status)
    case "title":
      guard let title = text("title") else { return nil }
      self = .title(title, station: text("station"), name: text("name") ?? "")
    case "queue": self = .queue(version: data["version"]?.integer())
    case "stations": self = .stations(version: data["version"]?.integer())
    case "notice":
      guard let text = text("text") else { return nil }
      self = .notice(text)
    default: self = .other(name)
    }
  }
}
