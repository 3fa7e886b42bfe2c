/// Decides which of many like lines are told, so that a station or a device gone mad cannot flood a log: a few at once, then
/// one a second. A value: it is told the time.
struct LineLimiter {
  /// Lines that may come at once, after a time without any.
  private static let burst = 5.0
  /// Lines a second beyond those.
  private static let linesPerSecond = 1.0

  private var credit = burst
  private var last: ContinuousClock.Instant?
  private var leftOut = 0

  /// Whether a line may be told at `now`; the number of lines left out before it, or nil when it is to be left out itself.
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
