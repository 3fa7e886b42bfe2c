import AudioCore

/// Titles that were read from the stream and are not audible yet. Each waits for its position in the sound.
package struct TitleTimeline {
  /// The maximum number of waiting titles; with more, the oldest is shown early. A station sends a handful an hour.
  package static let capacity = 64

  private var waiting: [(position: Duration, metadata: StreamMetadata)] = []

  /// A timeline without titles.
  package init() {}

  /// Adds `metadata`, which belongs to the sound from `position` (since tuning in) on.
  package mutating func append(_ metadata: StreamMetadata, at position: Duration) {
    waiting.append((position, metadata))
  }

  /// Takes the titles that are audible now that `heard` has been heard, oldest first. Each title is returned once.
  package mutating func due(heard: Duration) -> [StreamMetadata] {
    let future = waiting.firstIndex { $0.position > heard } ?? waiting.endIndex
    let count = max(future, waiting.count - Self.capacity)
    defer { waiting.removeFirst(count) }
    return waiting.prefix(count).map(\.metadata)
  }
}
