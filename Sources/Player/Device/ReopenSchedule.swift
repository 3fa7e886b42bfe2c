/// The retry schedule for a lost sound device: after 1, 2, 5 and then every 10 s.
public struct ReopenSchedule: Sendable {
  private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]

  /// The total time for retries; nil for no limit.
  public let timeout: Duration?
  private let start: ContinuousClock.Instant
  private var tries = 0

  /// Creates the schedule for a device that was lost at `start`.
  public init(from start: ContinuousClock.Instant, timeout: Duration? = nil) {
    self.start = start
    self.timeout = timeout
  }

  /// Returns the pause from `now` until the next retry. Call it when the device was just lost or the last retry has
  /// just failed. Returns nil when the retries must end.
  public mutating func pause(at now: ContinuousClock.Instant) -> Duration? {
    let pause = Self.pauses[min(tries, Self.pauses.count - 1)]
    guard !isOver(at: now.advanced(by: pause)) else { return nil }
    tries += 1
    return pause
  }

  /// True when the time for retries has passed at `now`.
  public func isOver(at now: ContinuousClock.Instant) -> Bool {
    timeout.map { start.duration(to: now) > $0 } ?? false
  }
}
