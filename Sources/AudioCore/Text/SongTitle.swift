/// A title taken apart: stations send `Artist - Song` in one text.
public struct SongTitle: Sendable, Equatable {
  /// Who; nil when the text does not tell.
  public var artist: String?
  /// What; the whole text when it is not of two parts.
  public var song: String

  /// Takes `text` apart at the first ` - ` that has something on both sides.
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
