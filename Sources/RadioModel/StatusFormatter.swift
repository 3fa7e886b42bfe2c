import Bytes

/// Formats the player's status for people.
public enum StatusFormatter {
  /// Returns two lines: station and title, then state and sound.
  public static func lines(_ status: RadioStatus) -> [String] { [heard(status), state(status)] }

  /// Returns `Groove Salad: Artist - Song`.
  public static func heard(_ status: RadioStatus) -> String {
    let name = CleanText.singleLine(status.name)
    guard !name.isEmpty else { return "no station chosen yet" }
    return heard(name: name, title: status.title ?? "")
  }

  /// Returns the same text from a name and a title.
  package static func heard(name: String, title: String) -> String {
    let title = CleanText.singleLine(title)
    return title.isEmpty ? name : name.isEmpty ? title : "\(name): \(title)"
  }

  /// Returns `playing MP3 128 kbit/s 44.1 kHz stereo buffer 8 s volume 70 %`.
  package static func state(_ status: RadioStatus) -> String {
    var text = [stateAlone(status)]
    for part in StatusPart.parts(of: status) {
      // The volume counts always, the rest only for a source.
      if let line = part.line, status.state.isTunedIn || status.isHeld || part.isTrailing { text.append(line) }
    }
    if let notice = status.notice.map({ CleanText.singleLine($0) }), !notice.isEmpty { text.append("(\(notice))") }
    return text.joined(separator: "  ")
  }

  /// Returns `playing`, `playing, no sound`, `retrying in 3 s: cannot connect …` or `failed: …`.
  package static func stateAlone(_ status: RadioStatus) -> String {
    var text = status.state.rawValue + (status.isSilent ? ", no sound" : "")
    if status.state == .retrying, let seconds = status.retryIn { text += " in \(seconds) s" }
    if let reason = reason(status) { text += ": \(reason)" }
    return text
  }

  /// Returns `volume 70 %` or `volume 70 %, muted`.
  public static func volume(_ status: RadioStatus) -> String { StatusPart.volumeLine(status) }

  /// Returns the reason of a retry or a failure; nil in any other state.
  package static func reason(_ status: RadioStatus) -> String? {
    guard status.state == .retrying || status.state == .failed, let reason = status.reason else { return nil }
    let text = CleanText.singleLine(reason)
    return text.isEmpty ? nil : text
  }
}
