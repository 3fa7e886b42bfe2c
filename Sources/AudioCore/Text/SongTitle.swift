/// A title split into artist and song: stations send `Artist - Song` in one text.
public struct SongTitle: Sendable, Equatable {
  /// The artist, or nil when the text has no such part.
  public var artist: String?
  /// The song, or the complete text when it has no two parts.
  public var song: String

  /// Splits `text` at the first ` - `. The text stays whole when either side is empty.
  public init(_ text: String) {
    let separator = " - "
    song = text
    guard let cut = text.firstRange(of: separator) else { return }
    let artist = CleanText.singleLine(String(text[..<cut.lowerBound]))
    let rest = CleanText.singleLine(String(text[cut.upperBound...]))
    guard !artist.isEmpty, !rest.isEmpty else { return }
    self.artist = artist
    song = rest
  }
}
