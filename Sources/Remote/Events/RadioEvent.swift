import AudioCore
import JSON
import RadioModel

/// An event that a daemon reports about the player.
public enum RadioEvent: Sendable, Equatable {
  /// The whole status: at the beginning of the feed, and after each change of state, station or volume.
  case status(RadioStatus)
  /// A title became audible, on the station called `name`.
  case title(String, name: String)
  /// The queue changed.
  case queue
  /// The station list was read again.
  case stations
  /// A notice about the sound device; empty when there is none any more.
  case notice(String)
  /// An event of a newer daemon, which this version does not know.
  case other(String)

  /// Decodes `event`; nil when its data is not what a daemon sends.
  public init?(_ event: ServerEvent) {
    guard let data = try? JSONReader.read(Array(event.data.utf8)), data.members != nil else { return nil }
    switch event.name {
    case "status":
      guard let status = RadioStatus(json: data) else { return nil }
      self = .status(status)
    case "title":
      guard let title = data["title"]?.text else { return nil }
      self = .title(CleanText.singleLine(title), name: CleanText.singleLine(data["name"]?.text ?? ""))
    case "queue": self = .queue
    case "stations": self = .stations
    case "notice":
      guard let text = data["text"]?.text else { return nil }
      self = .notice(CleanText.singleLine(text))
    default: self = .other(event.name)
    }
  }
}

/// One event of a stream of server-sent events.
public struct ServerEvent: Sendable, Equatable {
  /// The type of the event; `message` when the server gave none.
  public var name: String
  /// The content: the `data` lines, joined by line feeds.
  public var data: String
  /// The last id that the server sent up to this event; nil when it sent none.
  public var id: String?

  /// Creates an event.
  public init(name: String, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}
