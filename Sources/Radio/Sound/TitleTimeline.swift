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
    let future = waiting.firstIndex { $0.position > heard } ?? waiting.endIndex
    let count = max(future, waiting.count - Self.capacity)
    defer { waiting.removeFirst(count) }
    return waiting.prefix(count).map(\.metadata)
  }
}
