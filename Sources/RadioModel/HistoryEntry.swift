import AudioCore
import Bytes
public import JSON

/// A title in the history that a daemon sends.
public struct HistoryEntry: Sendable, Equatable, JSONConvertible {
  /// The time when the title began, in seconds since 1970.
  public var time: Double
  /// The title.
  public var title: String
  /// The id of the station; nil when it was in no list.
  public var station: String?
  /// The name of the station, file or address.
  public var name: String

  /// `Groove Salad: Artist - Song`.
  public var text: String { StatusFormatter.heard(name: name, title: title) }

  /// Creates an entry of texts that are clean lines.
  public init(time: Double, title: String, station: String? = nil, name: String) {
    self.time = time
    self.title = title
    self.station = station
    self.name = name
  }

  /// The entry as an element of `/api/history`; `clock` is `time` by ISO 8601.
  package var json: JSONValue {
    .object([
      "time": time, "clock": ClockText.iso8601(time), "title": title, "station": station, "name": name,
    ])
  }

  /// Decodes an element of `/api/history`; nil when `json` is not one.
  public init?(json: JSONValue) {
    guard let time = json["time"]?.double, time.isFinite, let title = json["title"]?.text else { return nil }
    self.time = time
    self.title = CleanText.singleLine(title)
    station = json["station"]?.text.map { CleanText.singleLine($0) }
    name = CleanText.singleLine(json["name"]?.text ?? "")
  }
}
