/// Computes the share of the processor from two readings of its time.
package struct PerformanceMeter {
  private var last: (seconds: Double, time: ContinuousClock.Instant)?

  /// Creates a meter without a reading.
  package init() {}

  /// Returns the processor time per time since the last call; nil at the first one, and when a new process began.
  package mutating func share(processorSeconds seconds: Double, at now: ContinuousClock.Instant = .now) -> Double? {
    defer { last = (seconds, now) }
    guard let last, seconds >= last.seconds else { return nil }
    let elapsed = (now - last.time) / .seconds(1)
    return elapsed > 0 ? (seconds - last.seconds) / elapsed : nil
  }
}
