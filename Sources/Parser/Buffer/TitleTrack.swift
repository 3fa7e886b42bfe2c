package import AudioCore

/// The titles of a source at their places on the axis of its sound.
///
/// A title that would be audible for less than ``pause`` is none: of a flood of titles, the newest counts once in that
/// time. The end of a title, an empty one, begins no such time: the next title counts at once.
package struct TitleTrack: Sendable {
  /// A title and its place.
  package struct Entry: Sendable, Equatable {
    /// Its number, which grows with each title.
    package var id: Int
    /// Where it begins, in nanoseconds.
    package var start: Int
    /// The title; an empty one ends the title before.
    package var metadata: StreamMetadata
    /// When it was received, in seconds since 1970.
    package var receivedAt: Double

    /// A title with these values.
    package init(id: Int, start: Int, metadata: StreamMetadata, receivedAt: Double) {
      (self.id, self.start) = (id, start)
      (self.metadata, self.receivedAt) = (metadata, receivedAt)
    }
  }

  /// The least sound between the beginnings of two titles, in nanoseconds.
  static let pause = 1_000_000_000

  /// The titles, in order.
  package private(set) var entries: [Entry] = []
  private var hasChanged = false
  private var nextID = 1

  /// A track without titles.
  package init() {}

  /// Adds `metadata`, which belongs to the sound from `place` on, in nanoseconds. `time` is when it was received, in
  /// seconds since 1970.
  package mutating func append(_ metadata: StreamMetadata, at place: Int, receivedAt time: Double) {
    if metadata.title == entries.last?.metadata.title { return }
    hasChanged = true
    // What has not begun at this place never will.
    while let last = entries.last, last.start >= place { entries.removeLast() }
    var start = place
    if let last = entries.last {
      if metadata.title == last.metadata.title { return }
      if !last.metadata.title.isEmpty { start = max(start, last.start + Self.pause) }
    }
    entries.append(Entry(id: nextID, start: start, metadata: metadata, receivedAt: time))
    nextID += 1
  }

  /// Returns the title at `place`, in nanoseconds; nil before the first one.
  package func entry(at place: Int) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? entries[low - 1] : nil
  }

  /// Removes the titles that end before `place`, in nanoseconds.
  package mutating func removeAll(before place: Int) {
    var count = 0
    while count + 1 < entries.count, entries[count + 1].start <= place { count += 1 }
    guard count > 0 else { return }
    hasChanged = true
    entries.removeFirst(count)
  }

  /// Makes the newest title that begins after `place`, in nanoseconds, begin there, and removes the others: the sound
  /// behind that place is gone.
  mutating func joinAll(from place: Int) {
    guard var newest = entries.last, newest.start > place else { return }
    hasChanged = true
    while let last = entries.last, last.start >= place { entries.removeLast() }
    newest.start = place
    entries.append(newest)
  }

  /// Returns the titles when they have changed since the last call, else nil.
  mutating func takeChange() -> [Entry]? {
    defer { hasChanged = false }
    return hasChanged ? entries : nil
  }

  /// Removes all titles.
  mutating func removeAll() {
    entries = []
    hasChanged = true
  }
}
