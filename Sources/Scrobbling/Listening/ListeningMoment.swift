import SystemSupport

/// A moment by the three clocks that a listen needs.
package struct ListeningMoment: Sendable {
  /// Stands still while the machine is suspended: for the time that was heard.
  package var running: SuspendingClock.Instant
  /// Never stands still and never jumps: for the time since a song began.
  package var steady: ContinuousClock.Instant
  /// The time of the day in seconds since 1970, which jumps when the clock is set.
  package var wall: Double

  /// Creates a moment.
  package init(running: SuspendingClock.Instant, steady: ContinuousClock.Instant, wall: Double) {
    self.running = running
    self.steady = steady
    self.wall = wall
  }

  /// The present moment.
  package static var now: ListeningMoment {
    ListeningMoment(running: .now, steady: .now, wall: SystemTime.now)
  }
}
