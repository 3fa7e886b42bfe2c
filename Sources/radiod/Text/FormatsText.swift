import JSON
import Radio

/// Formats the table of known formats, for people and as JSON.
enum FormatsText {
  /// One line per format, the playable ones first.
  static var table: String {
    let played = KnownFormats.played.map { format in
      ["plays", format.kind.name, format.suffixes.map { "." + $0 }.joined(separator: " ")]
    }
    return (TextTable.lines(played) + KnownFormats.refused.map { "no     \($0)" }).joined(separator: "\n")
  }

  /// One JSON object per format, in the same order.
  static var json: [JSONValue] {
    let played = KnownFormats.played.map { format -> JSONValue in
      .object([
        "name": .text(format.kind.name), "plays": .flag(true), "hls": .flag(format.kind.isHLS),
        "container": (format.kind.container?.word).map(JSONValue.text), "codec": .text(format.kind.codec.rawValue),
        "suffixes": .array(format.suffixes.map(JSONValue.text)),
        "mediaTypes": .array(format.mediaTypes.map(JSONValue.text)),
      ])
    }
    return played + KnownFormats.refused.map { .object(["name": .text($0), "plays": .flag(false)]) }
  }
}
