/// Decides when the listener hears of a sound device that fails and comes back, so that one that flaps makes no flood: one line
/// a second at most, and what the listener knows is never wrong for longer than that. A value: it is told the time.
package struct DeviceNotices {
  /// Least time between two lines.
  package static let interval: Duration = .seconds(1)

  /// What there is to say.
  package enum Line: Sendable, Equatable {
    /// The device is lost, or not there.
    case lost(String)
    /// It plays.
    case back(String)
    /// It had so many faults more.
    case faults(Int)
  }

  /// The line on how things stand that was not told yet.
  private var waiting: Line?
  private var isKnownLost = false
  private var faults = 0
  private var lastLine: ContinuousClock.Instant?

  /// Nothing has happened yet, and the device plays as far as anybody knows.
  package init() {}

  /// The device was lost. Its faults before that are no news any more.
  package mutating func lost(_ text: String) {
    faults = 0
    waiting = isKnownLost ? nil : .lost(text)
  }

  /// The device plays again.
  package mutating func back(_ text: String) { waiting = isKnownLost ? .back(text) : nil }

  /// The device got over `count` faults more.
  package mutating func failed(_ count: Int) { faults += count }

  /// What is to be told at `now`, if anything; it is given once.
  package mutating func line(at now: ContinuousClock.Instant) -> Line? {
    if let lastLine, lastLine.duration(to: now) < Self.interval { return nil }
    let line: Line
    if let waiting {
      line = waiting
      self.waiting = nil
      if case .lost = line { isKnownLost = true } else { isKnownLost = false }
    } else if faults > 0 {
      line = .faults(faults)
      faults = 0
    } else {
      return nil
    }
    lastLine = now
    return line
  }
}
