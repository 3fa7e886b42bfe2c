import AudioCore
import JSON
import RadioModel

/// Formats the player's status for people.
public enum StatusFormatter {
  /// Returns two lines: station and title, then state and sound.
  public static func lines(_ status: RadioStatus) -> [String] { [heard(status), state(status)] }

  /// Returns `Groove Salad: Artist - Song`.
  public static func heard(_ status: RadioStatus) -> String {
    let name = CleanText.singleLine(status.name)
    guard !name.isEmpty else { return "nothing was tuned in yet" }
    return heard(name: name, title: status.title ?? "")
  }

  /// Returns the same text from a name and a title.
  static func heard(name: String, title: String) -> String {
    let title = CleanText.singleLine(title)
    return title.isEmpty ? name : name.isEmpty ? title : "\(name): \(title)"
  }

  /// Returns `playing MP3 128 kbit/s 44.1 kHz stereo buffer 8 s volume 70 %`.
  static func state(_ status: RadioStatus) -> String {
    var text = [stateAlone(status)]
    if status.state.isTunedIn {
      let coding = BitRateText.coding(status.codec, bitRate: status.bitRate)
      if !coding.isEmpty { text.append(coding) }
      if let format = status.format { text.append(format.displayName) }
      if status.bufferCapacity > 0 { text.append("buffer \(Int(min(max(status.buffered, 0), 9999).rounded())) s") }
    }
    text.append(volume(status))
    if let notice = status.notice.map({ CleanText.singleLine($0) }), !notice.isEmpty { text.append("(\(notice))") }
    return text.joined(separator: "  ")
  }

  /// Returns `playing`, `retrying in 3 s: cannot connect …` or `failed: …`.
  static func stateAlone(_ status: RadioStatus) -> String {
    var text = status.state.rawValue
    if status.state == .retrying, let seconds = status.retryIn { text += " in \(seconds) s" }
    if let reason = reason(status) { text += ": \(reason)" }
    return text
  }

  /// Returns `volume 70 %` or `volume 70 %, muted`.
  public static func volume(_ status: RadioStatus) -> String {
    status.isMuted ? "volume \(status.volume) %, muted" : "volume \(status.volume) %"
  }

  /// Returns the reason of a retry or a failure; nil in any other state.
  static func reason(_ status: RadioStatus) -> String? {
    guard status.state == .retrying || status.state == .failed, let reason = status.reason else { return nil }
    let text = CleanText.singleLine(reason)
    return text.isEmpty ? nil : text
  }
}

/// A title in the history that a daemon sends.
public struct HistoryEntry: Sendable, Equatable {
  /// The time when the title began, in seconds since 1970.
  public var time: Double
  /// The title.
  public var title: String
  /// The name of the station, file or address.
  public var name: String

  /// `Groove Salad: Artist - Song`.
  public var text: String { StatusFormatter.heard(name: name, title: title) }

  /// Decodes an element of `/api/history`; nil when `json` is none.
  public init?(json: JSONValue) {
    guard let time = json["time"]?.double, time.isFinite, let title = json["title"]?.text else { return nil }
    self.time = time
    self.title = CleanText.singleLine(title)
    name = CleanText.singleLine(json["name"]?.text ?? "")
  }
}
