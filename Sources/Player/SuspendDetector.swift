/// Distinguishes a slow wait from a suspended program.
///
/// When a wait with a limit lasts much longer than its limit, the program did not wait but was stopped (by SIGSTOP or
/// Ctrl-Z), or the machine was suspended. Measure with the continuous clock, which includes suspended time (on Linux it
/// is `CLOCK_BOOTTIME`). A device that accepts nothing is never mistaken for this, because every wait for it has a
/// limit.
public struct SuspendDetector: Sendable {
  /// A wait may exceed its limit by this much on a busy machine.
  public static let tolerance: Duration = .seconds(5)

  /// Total suspended time so far.
  public private(set) var total: Duration = .zero

  /// Creates a detector without measurements.
  public init() {}

  /// Records that a wait of at most `limit` lasted for `time`. Returns the part of `time` that was not suspended.
  public mutating func record(_ time: Duration, limit: Duration) -> Duration {
    let excess = time - limit
    guard excess > Self.tolerance else { return time }
    total += excess
    return limit
  }
}
