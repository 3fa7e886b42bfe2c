/// Tells being kept waiting from standing still.
///
/// Whoever waits with a limit of his own and wakes long after it did not wait but stood still: the program was stopped (by
/// SIGSTOP, by Ctrl-Z), or the machine was suspended. By the continuous clock, which goes on meanwhile (on Linux it is
/// `CLOCK_BOOTTIME`). A device that takes nothing never looks like this, for its own limits end the waits for it.
public struct SuspendDetector: Sendable {
  /// A busy machine is late by less than this.
  public static let tolerance: Duration = .seconds(5)

  /// All that was overslept so far.
  public private(set) var total: Duration = .zero

  /// A meter that has seen nothing.
  public init() {}

  /// Notes that a wait of at most `limit` lasted for `time`; how much of that was spent awake.
  public mutating func note(_ time: Duration, limit: Duration) -> Duration {
    let excess = time - limit
    guard excess > Self.tolerance else { return time }
    total += excess
    return limit
  }
}
