import Bytes

/// A title split into artist and song: stations send `Artist - Song` in one text. The one place that splits and joins
/// such texts.
public struct SongTitle: Sendable, Equatable {
  /// What stands between artist and song.
  static let separator = " - "

  /// The artist, or nil when the text has no such part.
  public var artist: String?
  /// The song, or the complete text when it has no two parts.
  public var song: String

  /// Splits `text` at the first ` - `. The text stays whole when either side is empty.
  public init(_ text: String) {
    song = text
    guard let cut = text.firstRange(of: Self.separator) else { return }
    let artist = CleanText.singleLine(String(text[..<cut.lowerBound]))
    let rest = CleanText.singleLine(String(text[cut.upperBound...]))
    guard !artist.isEmpty, !rest.isEmpty else { return }
    self.artist = artist
    song = rest
  }

  /// Returns `Artist, Artist - Song`, or the part that is present, cleaned; nil when neither is.
  public static func line(artists: [String], song: String?) -> String? {
    let names = artists.map { CleanText.singleLine($0) }.filter { !$0.isEmpty }.joined(separator: ", ")
    let parts = [names, CleanText.singleLine(song ?? "")].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : CleanText.singleLine(parts.joined(separator: separator))
  }
}
