import Foundation
import Glibc
import Synchronization

/// Measures for how long a busy machine keeps a thread of this process from running that could run, so that a limit of
/// wall time counts what the program does and not what the machine does beside it.
public final class MachinePauses: Sendable {
  private static let interval: Duration = .milliseconds(2)

  private let longestPause = Mutex(Duration.zero)
  private let isOver = Atomic(false)

  /// Begins to measure, until ``end()``.
  public init() {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        let start = ContinuousClock.now
        usleep(useconds_t(Self.interval / .microseconds(1)))
        let pause = start.duration(to: .now) - Self.interval
        longestPause.withLock { $0 = max($0, pause) }
      }
    }
  }

  /// The longest pause so far.
  public var longest: Duration { longestPause.withLock { $0 } }

  /// Ends the measurement. Returns the longest pause.
  @discardableResult
  public func end() -> Duration {
    isOver.store(true, ordering: .relaxed)
    return longest
  }

  /// Returns `limit` and what `hops` changes of threads may take on this machine, as it was so far.
  public func limit(_ limit: Duration, hops: Int = 3) -> Duration { limit + longest * hops }
}
