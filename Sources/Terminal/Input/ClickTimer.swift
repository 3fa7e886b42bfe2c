/// Recognizes a double click: two presses on one cell within 400 ms.
package struct ClickTimer: Sendable {
  private var last: (event: MouseEvent, time: Int64)?

  /// The longest time between the two presses, in nanoseconds.
  private static let maximum: Int64 = 400_000_000

  /// Creates a timer that has seen no press.
  package init() {}

  /// Takes a press at `now`, in nanoseconds of the monotonic clock. Returns true when it is the second of a double
  /// click.
  package mutating func press(_ event: MouseEvent, now: Int64) -> Bool {
    if let last, last.event == event, now - last.time <= Self.maximum {
      self.last = nil
      return true
    }
    last = (event, now)
    return false
  }
}
