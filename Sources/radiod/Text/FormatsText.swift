import AudioCore
import JSON
import Parser
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
    let played = KnownFormats.played.map { format in
      JSONValue.object([
        "name": format.kind.name, "plays": true, "hls": format.kind.isHLS, "container": format.kind.container?.word,
        "codec": format.kind.codec.rawValue, "suffixes": format.suffixes, "mediaTypes": format.mediaTypes,
      ])
    }
    return played + KnownFormats.refused.map { .object(["name": $0, "plays": false]) }
  }
}
