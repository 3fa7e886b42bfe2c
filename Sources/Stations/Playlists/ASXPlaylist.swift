import AudioCore

/// Reads ASX as it occurs, which is seldom valid XML: each `<ref href=…>` and `<entryref href=…>`, or the `Ref1=` lines
/// of the older form.
enum ASXPlaylist {
  /// Returns the entries in their order.
  static func entries(of text: String) -> [ImportedEntry] {
    text[...].trimmed.hasPrefix("[") ? references(in: text) : elements(of: text)
  }

  private static func elements(of text: String) -> [ImportedEntry] {
    var scanner = MarkupScanner(text)
    var entries: [ImportedEntry] = []
    var entryStart: Int?
    var title: String?
    var content: String?
    /// A title applies to its whole entry, wherever it is in the entry.
    func endEntry() {
      if let entryStart, let title {
        for index in entryStart..<entries.count { entries[index].name = title }
      }
      entryStart = nil
      title = nil
    }
    while let token = scanner.next() {
      switch token {
      case .open("entry", _):
        endEntry()
        entryStart = entries.count
      case .open("ref", let attributes), .open("entryref", let attributes):
        guard let url = attributes["href"]?[...].trimmed, !url.isEmpty else { break }
        entries.append(ImportedEntry(address: String(url)))
      case .open("title", _): content = ""
      case .open: break
      case .text(let text): content?.append(text)
      case .close("title"):
        if entryStart != nil { title = content }
        content = nil
      case .close("entry"): endEntry()
      case .close: break
      }
    }
    endEntry()
    return entries
  }

  private static func references(in text: String) -> [ImportedEntry] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let equals = line.firstIndex(of: "="), line[..<equals].trimmed.lowercased().hasPrefix("ref") else {
        return nil
      }
      return ImportedEntry(address: String(line[line.index(after: equals)...].trimmed))
    }
  }
}
