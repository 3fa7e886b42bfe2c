/// Adds the share of the processor to figures that are read again and again.
package struct ProcessorMeter: Sendable {
  private var last: (seconds: Double, time: ContinuousClock.Instant)?

  /// Creates a meter without a reading.
  package init() {}

  /// Sets `processorShare` of `figures`, which were read at `now`: nil at the first reading, and when a new process began.
  package mutating func measure(_ figures: inout RadioFigures, at now: ContinuousClock.Instant = .now) {
    defer { last = (figures.processorSeconds, now) }
    figures.processorShare = nil
    guard let last, figures.processorSeconds >= last.seconds, now > last.time else { return }
    figures.processorShare = (figures.processorSeconds - last.seconds) / ((now - last.time) / .seconds(1))
  }
}
