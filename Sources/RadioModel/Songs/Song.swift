import AudioCore

/// A song: its artist and its title.
public struct Song: Sendable, Hashable {
  /// The artist; not empty.
  public var artist: String
  /// The title without the artist; not empty.
  public var title: String

  /// Creates a song.
  public init(artist: String, title: String) {
    self.artist = artist
    self.title = title
  }

  /// True when both name the same song: stations write the same title in different cases and with different marks.
  package func isSame(as other: Song) -> Bool {
    FoldedText(artist).key == FoldedText(other.artist).key && FoldedText(title).key == FoldedText(other.title).key
  }
}
