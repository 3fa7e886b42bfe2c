/// Averages a fluctuating level over a minute, weighted by time.
///
/// The amount of buffered sound rises with every read from the network and falls all the time. Only a mean over many
/// reads gives information about clocks.
struct DriftLevel: Sendable {
  /// Duration of one mean.
  static let span: Duration = .seconds(60)

  /// Longest gap between two measurements; beyond it the level between them is unknown.
  static let longestGap: Duration = .seconds(10)

  private var start: ContinuousClock.Instant?
  private var last: (instant: ContinuousClock.Instant, level: Double)?
  private var area = 0.0
  private var seconds = 0.0

  /// Adds a measurement of the level, in seconds of sound. Returns the mean when a minute is complete.
  mutating func add(_ level: Double, at instant: ContinuousClock.Instant) -> Double? {
    if let last {
      let gap = last.instant.duration(to: instant)
      guard gap >= .zero, gap <= Self.longestGap else {
        self = DriftLevel()
        return add(level, at: instant)
      }
      let width = gap / .seconds(1)
      area += width * (last.level + level) / 2
      seconds += width
    }
    last = (instant, level)
    guard let start else {
      self.start = instant
      return nil
    }
    guard seconds > 0, start.duration(to: instant) >= Self.span else { return nil }
    defer {
      self.start = instant
      area = 0
      seconds = 0
    }
    return area / seconds
  }
}
