/// The system's monotonic clock.
public final class SystemPacingClock: PacingClock {
  /// Creates the clock.
  public init() {}

  /// The current time.
  public var now: ContinuousClock.Instant { ContinuousClock.now }

  /// Sleeps until `instant`, or until `interruption` is requested.
  public func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    _ = interruption.wait(for: now.duration(to: instant))
  }
}
