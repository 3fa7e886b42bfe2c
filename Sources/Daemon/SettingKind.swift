import Configuration

/// The kinds of values that settings have.
public enum SettingKind: Sendable, Equatable {
  /// One of these words.
  case word([String])
  /// A text of one line; the empty one counts as not set.
  case text
  /// The same, never to be shown.
  case secret
  /// A host's name or address.
  case host
  /// Several of those.
  case hosts
  /// A whole number in this range.
  case number(ClosedRange<Int>)
  /// Yes or no.
  case flag

  /// Longest text, in bytes.
  static let maximumBytes = 4096
  /// Most hosts.
  static let maximumHosts = 64
  /// Longest name of a host (RFC 1035).
  private static let maximumHostBytes = 253

  /// What providers are asked for.
  var type: ConfigType {
    switch self {
    case .word, .text, .secret, .host: .string
    case .hosts: .stringArray
    case .number: .int
    case .flag: .bool
    }
  }

  /// What stands for a value in help.
  var valueName: String {
    switch self {
    case .word(let words): words.joined(separator: "|")
    case .text, .secret: "text"
    case .host: "host"
    case .hosts: "hosts"
    case .number: "number"
    case .flag: "yes|no"
    }
  }

  /// What a value must be, for messages.
  var demand: String {
    switch self {
    case .word(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    case .text, .secret: "a text of one line, \(Self.maximumBytes) bytes at most"
    case .host: "a host's name or address"
    case .hosts: "names of hosts, \(Self.maximumHosts) at most"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    }
  }

  /// What `text`, a flag's word, means here; nil when it is none of this kind.
  func content(of text: String) -> ConfigContent? {
    switch self {
    case .word, .text, .secret, .host: .string(text)
    case .hosts: .stringArray(text.split(separator: ",").map(String.init))
    case .number: Int(text).map(ConfigContent.int)
    case .flag: Bool(text).map(ConfigContent.bool)
    }
  }

  /// Whether a value of this type is one that may be.
  func allows(_ content: ConfigContent) -> Bool {
    switch (self, content) {
    case (.word(let words), .string(let text)): words.contains(text)
    case (.text, .string(let text)), (.secret, .string(let text)):
      text.utf8.count <= Self.maximumBytes
        && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    case (.host, .string(let text)): Self.isHost(text)
    case (.hosts, .stringArray(let texts)): texts.count <= Self.maximumHosts && texts.allSatisfy(Self.isHost)
    case (.number(let range), .int(let number)): range.contains(number)
    case (.flag, .bool): true
    default: false
    }
  }

  /// A value in words.
  static func text(of content: ConfigContent) -> String {
    switch content {
    case .string(let text): text
    case .int(let number): String(number)
    case .bool(let flag): String(flag)
    case .stringArray(let texts): texts.joined(separator: ",")
    default: "?"
    }
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumHostBytes
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
          UInt8(ascii: "_"), UInt8(ascii: "%"):
          true
        default: false
        }
      }
  }
}
