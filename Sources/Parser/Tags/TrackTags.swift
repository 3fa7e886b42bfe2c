package import AudioCore

/// The performers and the title as a container or a tag gives them.
package struct TrackTags: Sendable, Equatable {
  /// The performers, in order; empty ones do not count.
  package var artists: [String] = []
  /// The title of what they perform; an empty one does not count.
  package var title: String?

  /// The title that ``SongTitle`` makes of them; nil when neither is present.
  package var metadata: StreamMetadata? {
    SongTitle.line(artists: artists, song: title).map { StreamMetadata(title: $0) }
  }
}
