import AudioCore
import Bytes

/// Parses the title behind the comma of `EXTINF`.
enum HLSTitle {
  /// Placeholders that segmenters write when they have no title.
  private static let fillers: Set<String> = ["no desc", "-"]

  /// Returns the title as one clean line; nil when there is none. The text is plain, or has the attributes
  /// `title="…",artist="…"` that some stations write.
  static func text(of text: Substring) -> String? {
    let text = text.trimmedBlanks
    var line: String? = CleanText.singleLine(String(text))
    if text.hasPrefix("title=\"") || text.hasPrefix("artist=\"") {
      let attributes = HLSAttributes(text)
      line = SongTitle.line(artists: [attributes["artist"]].compactMap(\.self), song: attributes["title"])
    }
    guard let line, !line.isEmpty, !fillers.contains(line) else { return nil }
    return line
  }
}
