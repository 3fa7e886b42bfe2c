import AudioCore
import JSON
import RadioModel

/// Formats the player's events for people, one line each. It suppresses consecutive duplicates.
public struct EventFormatter: Sendable {
  private var heard = ""
  private var state: RadioStatus.State?
  private var reason: String?
  private var volume: String?

  /// Creates a formatter without any history.
  public init() {}

  /// Returns the lines for `element`; empty when it brings nothing new.
  public mutating func lines(for element: EventFeed.Element) -> [String] {
    switch element {
    case .connected: return []
    case .lost(let error):
      state = nil
      return ["lost the daemon: \(error.description)"]
    case .event(let event):
      guard let event = RadioEvent(event) else { return [] }
      return lines(for: event)
    }
  }

  private mutating func lines(for event: RadioEvent) -> [String] {
    switch event {
    case .status(let status): return lines(for: status)
    case .title(let title, let name):
      let text = StatusFormatter.heard(name: name, title: title)
      guard !title.isEmpty, text != heard else { return [] }
      heard = text
      return [text]
    case .notice(let text): return text.isEmpty ? [] : ["notice: \(text)"]
    case .queue, .stations, .other: return []
    }
  }

  private mutating func lines(for status: RadioStatus) -> [String] {
    var lines: [String] = []
    let text = StatusFormatter.heard(status)
    // A countdown is not news, but another reason is.
    if status.state != state || StatusFormatter.reason(status) != reason {
      let name = CleanText.singleLine(status.name)
      let isPlain = name.isEmpty || StatusFormatter.reason(status) != nil
      lines.append(isPlain ? StatusFormatter.stateAlone(status) : "\(StatusFormatter.stateAlone(status)) \(name)")
      (state, reason) = (status.state, StatusFormatter.reason(status))
    }
    if status.title != nil, text != heard {
      heard = text
      lines.append(text)
    }
    if StatusFormatter.volume(status) != volume {
      if volume != nil { lines.append(StatusFormatter.volume(status)) }
      volume = StatusFormatter.volume(status)
    }
    return lines
  }

  /// Returns `element` for programs: a JSON object on one line, with its `type` and, if there is one, its `id`; nil for
  /// `connected` and for events whose data is no JSON object.
  public static func json(for element: EventFeed.Element) -> [UInt8]? {
    switch element {
    case .connected: return nil
    case .lost(let error):
      return JSONWriter.line(.object(["type": .text("lost"), "reason": .text(error.description)]))
    case .event(let event):
      guard let data = try? JSONReader.read(Array(event.data.utf8)), let members = data.members else { return nil }
      var all = [JSONMember("type", .text(event.name))]
      if let id = event.id { all.append(JSONMember("id", .text(id))) }
      all += members.filter { $0.key != "type" && $0.key != "id" }
      return JSONWriter.line(JSONValue(.object(all)))
    }
  }
}
