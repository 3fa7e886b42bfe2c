import Radio

/// Formats the table of known formats, for people and as JSON.
enum FormatsText {
  /// One line per format, the playable ones first.
  static var table: String {
    let width = KnownFormats.played.map(\.kind.name.count).max() ?? 0
    let played = KnownFormats.played.map { format in
      let suffixes = format.suffixes.map { "." + $0 }.joined(separator: " ")
      return "plays  \(format.kind.name.padded(to: width))  \(suffixes)".trimmedEnd
    }
    return (played + KnownFormats.refused.map { "no     \($0)" }).joined(separator: "\n")
  }

  /// One JSON object per format and line, in the same order.
  static var json: String {
    let played = KnownFormats.played.map { format in
      var object = JSONObject()
      object.add("name", format.kind.name)
      object.add("plays", true)
      object.add("hls", format.kind.isHLS)
      object.add("container", format.kind.container?.word)
      object.add("codec", format.kind.codec.rawValue)
      object.add("suffixes", format.suffixes)
      object.add("mediaTypes", format.mediaTypes)
      return object.text
    }
    let refused = KnownFormats.refused.map { name in
      var object = JSONObject()
      object.add("name", name)
      object.add("plays", false)
      return object.text
    }
    return (played + refused).joined(separator: "\n")
  }
}
