/// The clock of an output: the system's, or one that a test controls.
public protocol PacingClock: AnyObject {
  /// The current time.
  var now: ContinuousClock.Instant { get }
  /// Waits until `instant`, or until `interruption` is requested.
  func wait(until instant: ContinuousClock.Instant, or interruption: OutputInterruption)
}
