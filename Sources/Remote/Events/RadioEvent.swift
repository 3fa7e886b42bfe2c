import AudioCore
import Radio
import Stations

/// What a daemon tells of the radio, as it happens.
public enum RadioEvent: Sendable, Equatable {
  /// The whole status: at the beginning, and whenever state, station or volume changed.
  case status(RadioStatus)
  /// A title begins to be heard, on the station called `name`.
  case title(String, name: String)
  /// The queue changed.
  case queue
  /// The station list was read anew.
  case stations
  /// Something about the sound device.
  case notice(String)
  /// Something that a newer daemon has to say.
  case other(String)

  /// What `event` says, and its data; nil when that is not what a daemon sends.
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
