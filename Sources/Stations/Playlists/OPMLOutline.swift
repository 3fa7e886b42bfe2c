import AudioCore

/// Reads OPML (opml.org, version 2): the outlines that have an address. The outlines around them are groups, whose
/// names become tags.
enum OPMLOutline {
  /// The maximum depth of groups; deeper ones give no tag.
  private static let maximumDepth = 8

  /// Returns true when `text` begins as OPML does.
  static func isOutline(_ text: String) -> Bool {
    let start = text.prefix(Playlist.prefixBytes).drop(while: \.isWhitespace).lowercased()
    return start.hasPrefix("<") && start.contains("<opml")
  }

  /// Returns the entries in their order.
  static func entries(of text: String) -> [ImportedEntry] {
    var scanner = MarkupScanner(text)
    var entries: [ImportedEntry] = []
    var groups: [String?] = []  // the names of the open outlines; nil for those that are entries themselves
    var depth = 0
    while let token = scanner.next() {
      switch token {
      case .open("outline", let attributes):
        let name = attributes["text"] ?? attributes["title"]
        let entry = entry(attributes, name: name, groups: groups)
        if let entry { entries.append(entry) }
        depth += 1
        if depth <= maximumDepth { groups.append(entry == nil ? name : nil) }
      case .close("outline"):
        guard depth > 0 else { break }
        if depth <= maximumDepth { groups.removeLast() }
        depth -= 1
      case .open, .close, .text: break
      }
    }
    return entries
  }

  private static func entry(_ attributes: [String: String], name: String?, groups: [String?]) -> ImportedEntry? {
    guard let address = (attributes["url"] ?? attributes["xmlurl"])?[...].trimmed, !address.isEmpty else { return nil }
    var entry = ImportedEntry(
      name: name, address: String(address), homepage: attributes["htmlurl"], image: attributes["image"],
      tags: groups.compactMap(\.self), language: attributes["language"])
    switch attributes["type"]?.lowercased() {
    case "link", "include": entry.objection = "is a link to another page or list"
    case "rss", "atom", "feed": entry.objection = "is a feed, not a station"
    default: break
    }
    return entry
  }
}
