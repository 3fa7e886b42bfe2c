import Synchronization

/// Counts what goes on at the same time, up to a maximum: the readers of a stream, for example.
package final class BoundedCount: Sendable {
  /// The maximum number at a time.
  package let maximum: Int

  private let count = Mutex(0)

  /// Creates a count that begins at 0.
  package init(maximum: Int) { self.maximum = maximum }

  /// Counts one more; false when there are ``maximum`` already.
  package func enter() -> Bool {
    count.withLock { count in
      guard count < maximum else { return false }
      count += 1
      return true
    }
  }

  /// Ends the count of one.
  package func leave() { count.withLock { $0 -= 1 } }

  /// The present count.
  package var number: Int { count.withLock { $0 } }
}
