/// Limits the rate of similar log lines, so that a faulty station or device cannot flood the log: a burst, then one
/// line per second. A value type: the caller passes the time.
struct LineLimiter {
  /// The number of lines that may follow at once after a time without any.
  private static let burst = 5.0
  /// The number of lines per second after the burst.
  private static let linesPerSecond = 1.0

  private var credit = burst
  private var last: ContinuousClock.Instant?
  private var leftOut = 0

  /// Decides about a line at the time `now`. Returns the number of lines that were suppressed before it, or nil to
  /// suppress it too.
  mutating func allow(at now: ContinuousClock.Instant) -> Int? {
    if let last { credit = min(Self.burst, credit + (now - last) / .seconds(1) * Self.linesPerSecond) }
    last = now
    guard credit >= 1 else {
      leftOut += 1
      return nil
    }
    credit -= 1
    defer { leftOut = 0 }
    return leftOut
  }
}
