import NIOCore

/// The time budget of one opening, redirects included. A lookup extends the time for the response head, because a slow
/// name server is not the station's fault; it does not extend ``deadline``.
struct OpeningClock {
  /// The limits of each step.
  let limits: DownloadLimits
  /// The deadline of the whole opening, if the caller sets one.
  let deadline: ContinuousClock.Instant?
  private var head: ContinuousClock.Instant

  init(limits: DownloadLimits, timeLimit: Duration?) {
    self.limits = limits.within(timeLimit)
    deadline = timeLimit.map { .now + $0 }
    head = .now + .seconds(self.limits.headSeconds)
  }

  /// The deadline for the response head.
  var headDeadline: NIODeadline {
    .now() + TimeAmount(max(.zero, min(head, deadline ?? head) - .now))
  }

  /// The remaining time for the response head.
  var headTime: Duration { max(.zero, head - .now) }

  /// Extends the deadline of the head by `time`, so that this time does not count.
  mutating func exclude(_ time: Duration) { head += time }
}
