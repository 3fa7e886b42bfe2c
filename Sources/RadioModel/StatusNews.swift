import Bytes

/// Finds what is new for people in successive statuses and titles, in lines of plain text. It suppresses consecutive
/// duplicates.
package struct StatusNews: Sendable {
  private var heard = ""
  private var state: RadioStatus.State?
  private var reason: String?
  private var volume: String?

  /// Creates news without any history: the first status is all new, except for its volume.
  package init() {}

  /// Forgets the state, so that the next status is reported with its state.
  package mutating func forgetState() { state = nil }

  /// Returns a line for a title; nil when it was the last one.
  package mutating func line(title: String, name: String) -> String? {
    let text = StatusFormatter.heard(name: name, title: title)
    guard !title.isEmpty, text != heard else { return nil }
    heard = text
    return text
  }

  /// Returns a line for a notice; nil for an empty one.
  package static func line(notice: String) -> String? {
    let text = CleanText.singleLine(notice)
    return text.isEmpty ? nil : "notice: \(text)"
  }

  /// Returns what is new in `status`: its state and station, its title, its volume; empty when nothing is.
  package mutating func lines(for status: RadioStatus) -> [String] {
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
}
