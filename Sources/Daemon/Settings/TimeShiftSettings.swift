public import Parser

/// How much of the sound that was heard is kept, to pause and to go back in.
public struct TimeShiftSettings: Sendable, Equatable {
  /// The durations that can be kept.
  public static let durations: ClosedRange<Duration> = .zero ... .seconds(6 * 3600)
  /// The amounts of memory that it can take at most, in MiB.
  static let mebibytes = 1...4096

  /// The duration of the sound that is kept; 0 for none.
  public var duration: Duration
  /// The memory that it takes at most, in bytes.
  public var bytes: Int

  /// Reads the settings `timeshift` and `timeshiftMemory` among `values`.
  init(_ values: [SettingValue]) {
    duration = if case .duration(let duration)? = values[.timeshift].content { duration } else { .zero }
    let mebibytes = if case .number(let number)? = values[.timeshiftMemory].content { number } else { 0 }
    bytes = mebibytes << 20
  }

  /// Sets what `limits` keeps.
  public func apply(to limits: inout TimeShiftBuffer.Limits) {
    limits.past = duration
    limits.pastBytes = bytes
  }
}
