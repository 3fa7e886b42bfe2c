import Player
import Synchronization

/// A clock that stands still until somebody waits for it, or a test turns it on.
final class TestClock: PacingClock, Sendable {
  private let start = ContinuousClock.now
  private let nanoseconds = Atomic<Int>(0)
  /// How much later than it should a wait ends once, in nanoseconds.
  private let lateness = Atomic<Int>(0)

  /// How often somebody looked at it.
  let looks = Atomic<Int>(0)

  var now: ContinuousClock.Instant {
    looks.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return start.advanced(by: elapsed)
  }

  /// Since the clock was made.
  var elapsed: Duration { .nanoseconds(nanoseconds.load(ordering: .acquiring)) }

  var seconds: Double { elapsed / .seconds(1) }

  func advance(by duration: Duration) {
    nanoseconds.wrappingAdd(Int(duration / .nanoseconds(1)), ordering: .acquiringAndReleasing)
  }

  /// The next wait ends so much too late, as when the program was stopped in it.
  func suspend(by duration: Duration) {
    lateness.store(Int(duration / .nanoseconds(1)), ordering: .releasing)
  }

  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    let late = Duration.nanoseconds(lateness.exchange(0, ordering: .acquiringAndReleasing))
    advance(by: max(.zero, now.duration(to: instant)) + late)
  }
}
