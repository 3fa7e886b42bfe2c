import Player
import Synchronization

/// A clock that stands still until a caller waits for it or a test advances it.
final class TestClock: PacingClock, Sendable {
  private let start = ContinuousClock.now
  private let nanoseconds = Atomic<Int>(0)
  /// How much too late the next wait ends, in nanoseconds. Later waits end in time again.
  private let lateness = Atomic<Int>(0)

  /// How often ``now`` was read.
  let looks = Atomic<Int>(0)

  var now: ContinuousClock.Instant {
    looks.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return start.advanced(by: elapsed)
  }

  /// The time on this clock since it was made.
  var elapsed: Duration { .nanoseconds(nanoseconds.load(ordering: .acquiring)) }

  var seconds: Double { elapsed / .seconds(1) }

  func advance(by duration: Duration) {
    nanoseconds.wrappingAdd(Int(duration / .nanoseconds(1)), ordering: .acquiringAndReleasing)
  }

  /// Makes the next wait end `duration` too late, as if the program was suspended in it.
  func suspend(by duration: Duration) {
    lateness.store(Int(duration / .nanoseconds(1)), ordering: .releasing)
  }

  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    let late = Duration.nanoseconds(lateness.exchange(0, ordering: .acquiringAndReleasing))
    advance(by: max(.zero, now.duration(to: instant)) + late)
  }
}
