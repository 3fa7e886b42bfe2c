import AudioCore

/// The kinds of values.
public enum SettingKind: Sendable, Equatable {
  /// One of these words.
  case word([String])
  /// A text of one line; an empty text counts as not set.
  case text
  /// A text of one line that is never shown.
  case secret
  /// A host name or address.
  case host
  /// A list of host names or addresses.
  case hosts
  /// A whole number in this range.
  case number(ClosedRange<Int>)
  /// A duration in this range, as ``DurationText`` reads it.
  case duration(ClosedRange<Duration>)
  /// A truth value.
  case flag

  /// The maximum length of a text, in bytes.
  static let maximumBytes = 4096
  /// The maximum number of hosts.
  static let maximumHosts = 64
  /// The maximum length of a host name, in bytes (RFC 1035).
  private static let maximumHostBytes = 253

  /// The placeholder of a value in the help.
  var valueName: String {
    switch self {
    case .word(let words): words.joined(separator: "|")
    case .text, .secret: "text"
    case .host: "host"
    case .hosts: "hosts"
    case .number: "number"
    case .duration: "duration"
    case .flag: "yes|no"
    }
  }

  /// The description of a valid value, for messages.
  var demand: String {
    switch self {
    case .word(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    case .text, .secret: "a text of one line, \(Self.maximumBytes) bytes at most"
    case .host: "a host's name or address"
    case .hosts: "names of hosts, \(Self.maximumHosts) at most"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let range):
      "a duration from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound)), "
        + "such as \(DurationText.examples)"
    case .flag: "true or false"
    }
  }

  /// Converts `text`, a word of the command line or an environment variable; nil when it has the wrong type.
  func content(of text: String) -> SettingContent? {
    switch self {
    case .word, .text, .secret, .host: .text(text)
    case .hosts: .texts(Self.parts(of: text))
    case .number: Int(text).map(SettingContent.number)
    case .duration: DurationText.duration(text).map(SettingContent.duration)
    case .flag: Self.flags[text.lowercased()].map(SettingContent.flag)
    }
  }

  /// The words for true and false.
  private static let flags = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]

  /// Returns the parts between commas without surrounding spaces; none for an empty text.
  private static func parts(of text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      var part = part.drop { $0 == " " }
      while part.last == " " { part.removeLast() }
      return String(part)
    }
  }

  /// Returns true when `content` has the type of this kind, whatever its value.
  func hasType(of content: SettingContent) -> Bool {
    switch (self, content) {
    case (.word, .text), (.text, .text), (.secret, .text), (.host, .text), (.hosts, .texts), (.number, .number),
      (.duration, .duration), (.flag, .flag):
      true
    default: false
    }
  }

  /// Returns true when `content` has the type of this kind and a valid value.
  func allows(_ content: SettingContent) -> Bool {
    switch (self, content) {
    case (.word(let words), .text(let text)): words.contains(text)
    case (.text, .text(let text)), (.secret, .text(let text)):
      text.utf8.count <= Self.maximumBytes
        && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    case (.host, .text(let text)): Self.isHost(text)
    case (.hosts, .texts(let texts)): texts.count <= Self.maximumHosts && texts.allSatisfy(Self.isHost)
    case (.number(let range), .number(let number)): range.contains(number)
    case (.duration(let range), .duration(let duration)): range.contains(duration)
    case (.flag, .flag): true
    default: false
    }
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumHostBytes
      && text.utf8.allSatisfy { $0.isLetterOrDigit(or: "-.:_%") }
  }
}
