/// The importance of a log record, from the least to the greatest.
public enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  case debug, info, notice, warning, error

  /// Compares the importance.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}
