import AudioCore

/// Who performs what, as a container or a tag says it, and the one way to make a title of it.
package struct TrackTags: Sendable, Equatable {
  /// The performers, in their order; empty ones do not count.
  package var artists: [String]
  /// What they perform; an empty one does not count.
  package var title: String?

  /// Tags, without any unless given.
  package init(artists: [String] = [], title: String? = nil) {
    self.artists = artists
    self.title = title
  }

  /// `Artist, Artist - Title`, or the part that is there, cleaned; nil when there is neither.
  package var metadata: StreamMetadata? {
    let names = artists.map { CleanText.singleLine($0) }.filter { !$0.isEmpty }.joined(separator: ", ")
    let parts = [names, CleanText.singleLine(title ?? "")].filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    return StreamMetadata(title: CleanText.singleLine(parts.joined(separator: " - ")))
  }
}
