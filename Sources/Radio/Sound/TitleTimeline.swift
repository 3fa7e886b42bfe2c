package import AudioCore

/// Titles that were read from the stream and are not audible yet. Each waits for its position in the sound.
///
/// A title that is audible for less than ``pause`` is none: of a flood of titles, the newest is taken once in that time.
/// The end of a title, an empty one, begins no such time: the next title is taken at once.
package struct TitleTimeline {
  /// The maximum number of waiting titles; with more, the oldest is dropped. A station sends a handful an hour.
  package static let capacity = 64
  /// The least sound between two titles that are taken.
  package static let pause: Duration = .seconds(1)

  private var waiting: [(position: Duration, metadata: StreamMetadata)] = []
  /// The newest title that is audible and was not taken yet.
  private var newest: StreamMetadata?
  /// The title that was taken last, and how much had been heard then.
  private var last: (title: String, heard: Duration)?

  /// A timeline without titles.
  package init() {}

  /// Adds `metadata`, which belongs to the sound from `position` (since tuning in) on.
  package mutating func append(_ metadata: StreamMetadata, at position: Duration) {
    if metadata.title == waiting.last?.metadata.title { return }
    // The last of those that wait ends here. It is dropped when ``due(heard:)`` could not take it before.
    if let before = waiting.dropLast().last, !before.metadata.title.isEmpty, position - before.position < Self.pause {
      waiting.removeLast()
    }
    waiting.append((position, metadata))
    if waiting.count > Self.capacity { waiting.removeFirst() }
  }

  /// Takes the title that is audible now that `heard` has been heard, when it is another one than the last that was
  /// taken, and ``pause`` was heard since that one.
  package mutating func due(heard: Duration) -> StreamMetadata? {
    let future = waiting.firstIndex { $0.position > heard } ?? waiting.endIndex
    if future > 0 {
      newest = waiting[future - 1].metadata
      waiting.removeFirst(future)
    }
    guard let title = newest?.title else { return nil }
    if let last, !last.title.isEmpty, title != last.title, heard - last.heard < Self.pause { return nil }
    defer { newest = nil }
    guard title != last?.title else { return nil }
    last = (title, heard)
    return newest
  }
}
