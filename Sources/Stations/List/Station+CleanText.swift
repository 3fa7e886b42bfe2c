import AudioCore

extension Station {
  /// Scalars of a text that are looked at: an entry's group may be as long as its file, and each entry of the group has it.
  private static let maximumScalars = 4096

  /// What a stranger wrote as a member of a station: one clean line of at most `limit` characters and 1024 bytes; nil when nothing is
  /// left of it.
  package static func cleanText(_ text: String, limit: Int = CleanText.maximumLength) -> String? {
    var line = CleanText.singleLine(String(text.unicodeScalars.prefix(maximumScalars)), limit: limit)
    while line.utf8.count > maximumTextBytes { line.removeLast() }
    if line.last == " " { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}
