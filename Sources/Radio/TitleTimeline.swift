import AudioCore

/// Titles that were read from the stream and are not audible yet: each waits for its place in the sound.
package struct TitleTimeline {
  /// More titles than this do not wait; the oldest is then shown early. A station sends a handful an hour.
  package static let capacity = 64

  private var waiting: [(position: Duration, metadata: StreamMetadata)] = []

  /// A timeline without titles.
  package init() {}

  /// `metadata` belongs to the sound from `position` (since tuning in) on.
  package mutating func append(_ metadata: StreamMetadata, at position: Duration) {
    waiting.append((position, metadata))
  }

  /// The titles whose sound is audible now that `heard` has been heard, oldest first. They are given once.
  package mutating func due(heard: Duration) -> [StreamMetadata] {
    var due: [StreamMetadata] = []
    while let first = waiting.first, first.position <= heard || waiting.count > Self.capacity {
      due.append(first.metadata)
      waiting.removeFirst()
    }
    return due
  }
}
