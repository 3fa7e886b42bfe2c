/// Tells how often a faulty sound device may be recovered before it counts as lost: without a limit, a device that
/// fails again at once makes a loop that spins.
public struct RecoveryLimiter: Sendable {
  /// Recoveries that are allowed within `window`.
  public let limit: Int
  /// How far back recoveries count.
  public let window: Duration
  private var times: [ContinuousClock.Instant] = []

  /// A limiter with nothing to count; 5 recoveries in 2 s unless said otherwise.
  public init(limit: Int = 5, window: Duration = .seconds(2)) {
    self.limit = limit
    self.window = window
  }

  /// Counts a recovery at `now`; false when there have been too many.
  public mutating func allows(at now: ContinuousClock.Instant) -> Bool {
    times.removeAll { $0.duration(to: now) >= window }
    guard times.count < limit else { return false }
    times.append(now)
    return true
  }
}
