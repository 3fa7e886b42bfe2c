import Player
import Synchronization

/// The system's clock, which a test may have run faster, or jump as it does when the machine was suspended.
final class TestClock: PacingClock, Sendable {
  private let start = ContinuousClock.now
  private let speed: Int
  private let skippedSeconds = Atomic<Int>(0)

  init(speed: Int = 1) { self.speed = speed }

  var now: ContinuousClock.Instant {
    let elapsed = start.duration(to: .now) * speed
    return start.advanced(by: elapsed + .seconds(skippedSeconds.load(ordering: .relaxed)))
  }

  /// So many seconds are over that nobody was awake for.
  func skip(seconds: Int) { skippedSeconds.wrappingAdd(seconds, ordering: .relaxed) }

  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    _ = interruption.wait(for: now.duration(to: instant) / speed)
  }
}
