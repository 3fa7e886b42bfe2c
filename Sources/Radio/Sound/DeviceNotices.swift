/// Decides when the listener is notified about a sound device that fails and recovers, so that an unstable device does
/// not flood the log: at most one line a second. The state that the listener knows is never wrong for longer than that.
/// A value type: the caller passes the time.
package struct DeviceNotices {
  /// The minimum time between two lines.
  package static let interval: Duration = .seconds(1)

  /// A line for the listener.
  package enum Line: Sendable, Equatable {
    /// The device is lost, or was not available. The text is the notice.
    case lost(String)
    /// The device plays again. The text is the notice.
    case back(String)
    /// The number of further faults that the device recovered from.
    case faults(Int)
  }

  /// The line about the current state that was not sent yet.
  private var waiting: Line?
  private var isKnownLost = false
  private var faults = 0
  private var lastLine: ContinuousClock.Instant?

  /// Notes that the device was lost. Faults before the loss are not reported any more.
  package mutating func lost(_ text: String) {
    faults = 0
    waiting = isKnownLost ? nil : .lost(text)
  }

  /// Notes that the device plays again.
  package mutating func back(_ text: String) { waiting = isKnownLost ? .back(text) : nil }

  /// Notes that the device recovered from `count` further faults.
  package mutating func failed(_ count: Int) { faults += count }

  /// Returns the line to send at `now`, or nil. Each line is returned once.
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
