/// Limits how often a faulty sound device may be recovered before it counts as lost. Without a limit, a device that
/// fails again at once would cause a busy loop.
public struct RecoveryLimiter: Sendable {
  /// Number of recoveries allowed within `window`.
  public let limit: Int
  /// The period in which recoveries count.
  public let window: Duration
  private var times: [ContinuousClock.Instant] = []

  /// Creates a limiter without recoveries; the default allows 5 recoveries in 2 s.
  public init(limit: Int = 5, window: Duration = .seconds(2)) {
    self.limit = limit
    self.window = window
  }

  /// Counts a recovery at `now`. Returns false, without counting it, when `limit` is already reached.
  public mutating func allows(at now: ContinuousClock.Instant) -> Bool {
    times.removeAll { $0.duration(to: now) >= window }
    guard times.count < limit else { return false }
    times.append(now)
    return true
  }
}
