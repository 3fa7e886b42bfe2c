import AudioCore

/// Reads PLS: `File1=`, `Title1=`, … in any order and case; the header and the number of entries are not required.
enum PLSPlaylist {
  /// Returns the entries, ordered by their numbers.
  static func entries(of text: String) -> [ImportedEntry] {
    var files: [(number: Int, url: String)] = []
    var titles: [Int: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let key = line[..<equals].trimmed.lowercased()
      let value = line[line.index(after: equals)...].trimmed
      if let number = Self.number(of: key, after: "file"), !value.isEmpty {
        files.append((number, String(value)))
      } else if let number = Self.number(of: key, after: "title") {
        titles[number] = String(value)
      }
    }
    return files.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
      .map { ImportedEntry(name: titles[$0.element.number], address: $0.element.url) }
  }

  private static func number(of key: String, after word: String) -> Int? {
    guard key.hasPrefix(word) else { return nil }
    return key.count == word.count ? 0 : Int(key.dropFirst(word.count))
  }
}
