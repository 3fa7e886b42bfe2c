import JSON
import RadioModel

/// Formats the player's events for people, one line each. It suppresses consecutive duplicates.
public struct EventFormatter: Sendable {
  private var news = StatusNews()

  /// Creates a formatter without any history.
  public init() {}

  /// Returns the lines for `element`; empty when it brings nothing new.
  public mutating func lines(for element: EventFeed.Element) -> [String] {
    switch element {
    case .connected: return []
    case .lost(let error):
      news.forgetState()
      return ["lost the daemon: \(error.description)"]
    case .event(let event):
      guard let event = RadioEvent(event) else { return [] }
      return lines(for: event)
    }
  }

  private mutating func lines(for event: RadioEvent) -> [String] {
    switch event {
    case .status(let status): news.lines(for: status)
    case .title(let title, _, let name): [news.line(title: title, name: name)].compactMap(\.self)
    case .notice(let text): [StatusNews.line(notice: text)].compactMap(\.self)
    case .queue, .stations, .other: []
    }
  }

  /// Returns `element` for programs: a JSON object on one line, with its `type` and, if there is one, its `id`; nil for
  /// `connected` and for events whose data is not a JSON object.
  public static func json(for element: EventFeed.Element) -> [UInt8]? {
    switch element {
    case .connected: return nil
    case .lost(let error):
      return JSONWriter.line(.object(["type": "lost", "reason": error.description]))
    case .event(let event):
      guard let data = try? JSONReader.read(Array(event.data.utf8)), let members = data.members else { return nil }
      let rest = JSONValue(.object(members.filter { $0.key != "type" && $0.key != "id" }))
      return JSONWriter.line(.object(["type": event.name, "id": event.id]).adding(rest))
    }
  }
}
