import Synchronization

/// The number of programs that follow the sound.
final class SampleReaders: Sendable {
  /// Most readers at a time.
  package static let maximumCount = 4

  private let count = Mutex(0)

  /// Counts a reader; false when there are ``maximumCount`` already.
  func enter() -> Bool {
    count.withLock { count in
      guard count < Self.maximumCount else { return false }
      count += 1
      return true
    }
  }

  /// Ends the count of a reader.
  func leave() { count.withLock { $0 -= 1 } }

  /// The number of readers.
  var number: Int { count.withLock { $0 } }
}
