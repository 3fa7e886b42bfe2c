/// When to try a lost sound device again: after 1, 2, 5 and then every 10 s.
public struct ReopenSchedule: Sendable {
  private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]

  /// How long it is tried at all; nil for ever.
  public let timeout: Duration?
  private let start: ContinuousClock.Instant
  private var tries = 0

  /// The schedule of a device that was lost at `start`.
  public init(from start: ContinuousClock.Instant, timeout: Duration? = nil) {
    self.start = start
    self.timeout = timeout
  }

  /// The pause before the next try, from `now` on, when the device was just lost or the last try has just failed; nil when it
  /// is time to give up.
  public mutating func pause(at now: ContinuousClock.Instant) -> Duration? {
    let pause = Self.pauses[min(tries, Self.pauses.count - 1)]
    guard !isOver(at: now.advanced(by: pause)) else { return nil }
    tries += 1
    return pause
  }

  /// Whether it has been tried for too long at `now`.
  public func isOver(at now: ContinuousClock.Instant) -> Bool {
    timeout.map { start.duration(to: now) > $0 } ?? false
  }
}
