/// A part of the log.
public struct LogExtract: Sendable, Equatable {
  /// The records, the oldest first.
  public var records: [LogRecord]
  /// The number of warnings since the program started.
  public var warnings: Int
  /// The number of errors since the program started.
  public var errors: Int

  /// Creates an extract.
  public init(records: [LogRecord] = [], warnings: Int = 0, errors: Int = 0) {
    self.records = records
    self.warnings = warnings
    self.errors = errors
  }
}
