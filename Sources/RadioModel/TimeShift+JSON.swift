import AudioCore
import Bytes
package import JSON

extension TimeShift {
  /// Reads the answer of a daemon, with clean texts. Returns nil where no sound is kept, and when `json` is not such an
  /// answer; titles that are none are left out.
  package init?(json: JSONValue) {
    guard let start = json["start"]?.place, let end = json["end"]?.place, let position = json["position"]?.place,
      start <= end
    else { return nil }
    self.init(
      start: start, end: end, live: json["live"]?.place, position: position, bytes: json["bytes"]?.integer() ?? 0,
      titles: (json["titles"]?.elements ?? []).compactMap(Title.init(json:)))
  }

  /// The title that is heard at ``position``; nil before the first one.
  public var heardTitle: Title? { titles.last { $0.start <= position } }
}

extension TimeShift.Title {
  fileprivate init?(json: JSONValue) {
    guard let id = json["id"]?.integer(Int.self), let start = json["start"]?.place,
      let receivedAt = json["at"]?.text.flatMap(ClockText.time(ofISO8601:))
    else { return nil }
    let title = CleanText.singleLine(json["title"]?.text ?? "")
    guard !title.isEmpty else { return nil }
    self.init(id: id, start: start, end: json["end"]?.place, title: title, receivedAt: receivedAt)
  }
}

extension JSONValue {
  /// A place in the sound, in seconds.
  fileprivate var place: Double? { double.flatMap { $0.isFinite ? $0 : nil } }
}
