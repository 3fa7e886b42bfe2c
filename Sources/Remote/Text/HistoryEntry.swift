import AudioCore
import Stations

/// A title that was heard, as a daemon tells it.
public struct HistoryEntry: Sendable, Equatable {
  /// When it began, in seconds since 1970.
  public var time: Double
  /// The title.
  public var title: String
  /// The name of the station, file or address.
  public var name: String

  /// `Groove Salad: Artist - Song`.
  public var text: String { StatusFormatter.heard(name: name, title: title) }

  /// An element of `/api/history`; nil when it is none.
  public init?(json: JSONValue) {
    guard let time = json["time"]?.double, time.isFinite, let title = json["title"]?.text else { return nil }
    self.time = time
    self.title = CleanText.singleLine(title)
    name = CleanText.singleLine(json["name"]?.text ?? "")
  }
}
