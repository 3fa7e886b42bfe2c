/// Means over a minute of a level that jumps about, weighted by time.
///
/// The sound in hand goes up with every read of the network and down all the time: only a mean over many reads says
/// something about clocks.
struct DriftLevel: Sendable {
  /// How long one mean takes.
  static let span: Duration = .seconds(60)

  /// A pause between two looks that is longer than this says nothing about the level between them.
  static let longestGap: Duration = .seconds(10)

  private var start: ContinuousClock.Instant?
  private var last: (instant: ContinuousClock.Instant, level: Double)?
  private var area = 0.0
  private var seconds = 0.0

  /// Takes a look at the level, in seconds of sound; gives the mean of a minute when one is over.
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
