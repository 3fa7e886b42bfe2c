import Glibc
import Logging
import SystemSupport

/// The style of a log line.
enum LogStyle {
  /// The text alone.
  case bare
  /// The text after its level in the form of sd-daemon(3); the journal adds the time itself.
  case journal
  /// The text after the time with its offset from UTC, for a file.
  case dated

  /// Returns the style that suits standard error: a terminal, the journal, or anything else.
  static func ofService(environment: [String: String]) -> LogStyle {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0, isatty(STDERR_FILENO) == 0 else { return .bare }
    return environment["JOURNAL_STREAM"] == "\(status.st_dev):\(status.st_ino)" ? .journal : .dated
  }

  /// Returns `text` in this style.
  func line(_ text: String, level: Logger.Level) -> String {
    switch self {
    case .bare: text
    case .journal: "<\(Self.syslogNumber(level))>" + text
    case .dated: Self.time + " " + text
    }
  }

  private static func syslogNumber(_ level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  /// The present time in the form of ISO 8601: `2026-11-21T13:50:52+0100`.
  private static var time: String {
    var seconds: time_t = SystemTime.seconds
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%FT%T%z", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
