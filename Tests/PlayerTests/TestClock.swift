import Player
import Synchronization

/// The system's clock. A test may make it run faster, or jump as it does when the machine was suspended.
final class TestClock: PacingClock, Sendable {
  private let start = ContinuousClock.now
  private let speed: Int
  private let skippedSeconds = Atomic<Int>(0)

  init(speed: Int = 1) { self.speed = speed }

  var now: ContinuousClock.Instant {
    let elapsed = start.duration(to: .now) * speed
    return start.advanced(by: elapsed + .seconds(skippedSeconds.load(ordering: .relaxed)))
  }

  /// Advances the clock by `seconds`, as if the machine was suspended for that long.
  func skip(seconds: Int) { skippedSeconds.wrappingAdd(seconds, ordering: .relaxed) }

  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    _ = interruption.wait(for: now.duration(to: instant) / speed)
  }
}
