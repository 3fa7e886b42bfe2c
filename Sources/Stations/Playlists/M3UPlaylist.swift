import AudioCore

/// Reads M3U: one address a line, with `#EXTINF:seconds,title` before it.
enum M3UPlaylist {
  /// Returns the entries in their order.
  static func entries(of text: String) -> [ImportedEntry] {
    var entries: [ImportedEntry] = []
    var info: Substring?
    for line in text.split(whereSeparator: \.isNewline).lazy.map(\.trimmed) where !line.isEmpty {
      if line.hasPrefix("#") {
        if line.prefix(8).lowercased() == "#extinf:" { info = line }
      } else {
        entries.append(entry(at: String(line), info: info))
        info = nil
      }
    }
    return entries
  }

  /// Returns the entry of an address and the `#EXTINF` line before it.
  private static func entry(at address: String, info: Substring?) -> ImportedEntry {
    var entry = ImportedEntry(address: address)
    guard let info else { return entry }
    let attributes = attributes(ofInfo: info)
    entry.name = titleStart(ofInfo: info).map { String(info[$0...]) }
    entry.id = attributes["tvg-id"]
    entry.image = attributes["tvg-logo"]
    entry.tags = attributes["group-title"]?.split(separator: ";").map(String.init) ?? []
    entry.country = attributes["tvg-country"]
    entry.language = attributes["tvg-language"]
    return entry
  }

  /// Returns the place after the first comma outside quotes: the attributes before it may hold commas.
  private static func titleStart(ofInfo line: Substring) -> String.Index? {
    var isQuoted = false
    for index in line.indices {
      switch line[index] {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: return line.index(after: index)
      default: break
      }
    }
    // A quote is missing somewhere: the title follows the last one.
    let rest = line[(line.lastIndex(of: "\"") ?? line.startIndex)...]
    return (rest.firstIndex(of: ",") ?? line.firstIndex(of: ",")).map { line.index(after: $0) }
  }

  /// Returns the attributes, `name="value"`, between the length and the title, with names in lower case. Television
  /// lists introduced them.
  private static func attributes(ofInfo line: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = line[..<(titleStart(ofInfo: line) ?? line.endIndex)]
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].split(whereSeparator: \.isWhitespace).last ?? ""
      rest = rest[equals...].dropFirst()
      guard rest.first == "\"" else { continue }
      let value = rest.dropFirst().prefix { $0 != "\"" }
      attributes[key.lowercased()] = String(value)
      rest = rest[value.endIndex...].dropFirst()
    }
    return attributes
  }

  /// Returns true when a line begins with a tag of HTTP Live Streaming (RFC 8216).
  static func isHLS(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.trimmed.prefix(7).uppercased() == "#EXT-X-" }
  }

  /// Returns true when the first line that is not a comment is an absolute address: the list has no other mark of its
  /// kind.
  static func isBareList(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map(\.trimmed)
    guard let first = lines.first(where: { !$0.isEmpty && !$0.hasPrefix("#") }) else { return false }
    return StreamURL.fault(String(first)) == nil
  }
}
