/// The clock that paces a silent output: the system's, or a test's that runs as it is told.
public protocol PacingClock: AnyObject {
  /// This moment.
  var now: ContinuousClock.Instant { get }
  /// Waits until `instant`, or until `interruption` is requested.
  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption)
}

/// The system's monotonic clock.
public final class SystemPacingClock: PacingClock {
  /// The one there is.
  public init() {}

  /// This moment.
  public var now: ContinuousClock.Instant { ContinuousClock.now }

  /// Sleeps until `instant`, or until `interruption` is requested.
  public func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption) {
    _ = interruption.wait(for: now.duration(to: instant))
  }
}
