import AudioCore

/// What stands behind the comma of `EXTINF`.
enum HLSTitle {
  /// What segmenters write that have nothing to say.
  private static let fillers: Set<String> = ["no desc", "-"]

  /// The title as one clean line: plain text, or the attributes `title="…",artist="…"` of some stations; nil when there is none.
  static func text(of text: Substring) -> String? {
    let text = text.trimmedBlanks
    var line = CleanText.singleLine(String(text))
    if text.hasPrefix("title=\"") || text.hasPrefix("artist=\"") {
      let attributes = HLSAttributes(text)
      line = CleanText.singleLine(
        [attributes["artist"], attributes["title"]].compactMap(\.self).joined(separator: " - "))
    }
    return line.isEmpty || fillers.contains(line) ? nil : line
  }
}
