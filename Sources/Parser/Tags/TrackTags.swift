import AudioCore

/// The performers and the title as a container or a tag gives them, and the one place that makes a stream title of
/// them.
package struct TrackTags: Sendable, Equatable {
  /// The performers, in order; empty ones do not count.
  package var artists: [String]
  /// The title of what they perform; an empty one does not count.
  package var title: String?

  /// Tags with the given values, none by default.
  package init(artists: [String] = [], title: String? = nil) {
    self.artists = artists
    self.title = title
  }

  /// `Artist, Artist - Title`, or the part that is present, cleaned; nil when neither is.
  package var metadata: StreamMetadata? {
    let names = artists.map { CleanText.singleLine($0) }.filter { !$0.isEmpty }.joined(separator: ", ")
    let parts = [names, CleanText.singleLine(title ?? "")].filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    return StreamMetadata(title: CleanText.singleLine(parts.joined(separator: " - ")))
  }
}
