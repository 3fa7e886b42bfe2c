import Synchronization

/// Carries the outcomes of changes and searches from any thread to that of the view.
final class LibraryOutcomes: Sendable {
  /// An outcome.
  enum Outcome: Sendable {
    /// That of a change of the station list.
    case change(StationChangeOutcome)
    /// That of a search.
    case search(StationSearchOutcome)
  }

  private let waiting = Mutex<[Outcome]>([])
  private let wake: @Sendable () -> Void

  /// The maximum number of outcomes that wait. Of more the oldest are dropped.
  private static let mostWaiting = 64

  /// Creates an empty list; `wake` is called after each outcome.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Adds an outcome. Callable from any thread.
  func add(_ outcome: Outcome) {
    waiting.withLock { waiting in
      waiting.append(outcome)
      if waiting.count > Self.mostWaiting { waiting.removeFirst() }
    }
    wake()
  }

  /// Returns the outcomes since the last call, in order.
  func takeAll() -> [Outcome] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
