/// Reads M3U: an address a line, `#EXTINF:seconds,title` before it.
enum M3UPlaylist {
  /// The entries, in their order.
  static func entries(of text: String) -> [Playlist.Entry] {
    var entries: [Playlist.Entry] = []
    var title: String?
    for line in text.split(whereSeparator: \.isNewline).lazy.map(\.trimmed) where !line.isEmpty {
      if line.hasPrefix("#") {
        if line.prefix(8).lowercased() == "#extinf:" { title = Self.title(ofInfo: line) }
      } else {
        entries.append(Playlist.Entry(url: String(line), title: title))
        title = nil
      }
    }
    return entries
  }

  /// What follows the first comma that is not within quotes: attributes before it may hold commas.
  private static func title(ofInfo line: Substring) -> String? {
    var isQuoted = false
    for index in line.indices {
      switch line[index] {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: return String(line[line.index(after: index)...])
      default: break
      }
    }
    return nil
  }

  /// True when a line begins with a tag of HTTP Live Streaming (RFC 8216).
  static func isHLS(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.trimmed.prefix(7).uppercased() == "#EXT-X-" }
  }

  /// True when the first line that is no remark is an absolute address: a list that nothing else announces.
  static func isBareList(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map(\.trimmed)
    guard let first = lines.first(where: { !$0.isEmpty && !$0.hasPrefix("#") }) else { return false }
    return StreamAddress.fault(String(first)) == nil
  }
}

extension Substring {
  /// Without blanks at either end.
  var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }
}
