import AudioCore

extension Station {
  /// The maximum number of scalars of a text that are read: an entry's group may be as long as its file, and each entry
  /// of the group has it.
  private static let maximumScalars = 4096

  /// Returns untrusted text in a form fit for a member of a station: one clean line of at most `limit` characters and
  /// 1024 bytes. Returns nil when nothing is left.
  package static func cleanText(_ text: String, limit: Int = CleanText.maximumLength) -> String? {
    var line = CleanText.singleLine(String(text.unicodeScalars.prefix(maximumScalars)), limit: limit)
    while line.utf8.count > maximumTextBytes { line.removeLast() }
    if line.last == " " { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}
