import Bytes
import Daemon
import Glibc
import Logging
import RadioModel
import Synchronization
import SystemSupport

/// Keeps all log lines in ``store``, and writes those from a level on to standard error: plain text for people, or the
/// style that suits the log of a service.
struct Log: LogHandler {
  var metadata: Logger.Metadata = [:]
  /// The level from which lines are kept. ``threshold`` says which of them are written, too.
  var logLevel = Logger.Level.debug
  let threshold: LogThreshold
  /// False when lines are only kept.
  var writesLines = true

  /// The last lines of the program, at every level.
  static let store = LogStore(started: SystemTime.now)

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = event.message.description
    var details = metadata.isEmpty ? [] : Self.details(metadata)
    if let own = event.metadata { details += Self.details(own) }
    Self.store.add(
      LogLevel(event.level), category: event.source, text, details: details, at: SystemTime.now)
    guard writesLines, event.level >= threshold.level, !Self.isQuiet.load(ordering: .relaxed) else { return }
    Self.writeLine(Self.style.line(CleanText.singleLine(text), level: event.level), timeout: .zero)
  }

  private static func details(_ metadata: Logger.Metadata) -> [LogRecord.Detail] {
    metadata.sorted { $0.key < $1.key }.map { LogRecord.Detail($0.key, $0.value.description) }
  }

  /// Returns a logger that writes lines of `level` and above, and keeps all.
  static func logger(level: Logger.Level) -> Logger { logger(threshold: LogThreshold(level)) }

  /// Returns a logger that writes lines according to `threshold`, which may change at any time, and keeps all.
  static func logger(threshold: LogThreshold) -> Logger {
    Logger(label: "radiod") { _ in Log(threshold: threshold) }
  }

  /// Returns a log of the tuner's events that writes lines of `level` and above, and keeps all. The ends of sources are
  /// written only with `writesEnds`; without it, the program's last line says them.
  static func ofEvents(level: Logger.Level, writesEnds: Bool = false) -> EventLog {
    let threshold = LogThreshold(level)
    return EventLog(
      logger: logger(threshold: threshold), threshold: threshold,
      endLogger: writesEnds ? nil : Logger(label: "radiod") { _ in Log(threshold: threshold, writesLines: false) })
  }

  /// Keeps lines without writing them while `body` runs, if they would be written on the terminal: a view holds it.
  static func withoutWriting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let holdsTerminal = isatty(STDERR_FILENO) == 1
    if holdsTerminal { isQuiet.store(true, ordering: .relaxed) }
    defer { if holdsTerminal { isQuiet.store(false, ordering: .relaxed) } }
    return try await body()
  }

  private static let isQuiet = Atomic<Bool>(false)

  /// The style of all log lines.
  private static var style: LogStyle { styleCell.withLock { $0 } }
  private static let styleCell = Mutex(LogStyle.bare)

  /// From now on writes lines in the style that suits the log of a service.
  static func useServiceStyle() { styleCell.withLock { $0 = .ofService(environment: CommandContext.environment) } }

  /// Writes the message that ends the program, in one line with the program's name, for the person or program that
  /// started it.
  static func writeEnd(_ text: String) {
    writeLine((style == .journal ? style : .bare).line("radiod: " + text, level: .error))
  }

  /// Writes one whole line to standard error, and ignores a failure.
  ///
  /// When standard error accepts nothing for `timeout` (a stopped terminal, or a pipe whose reader is suspended), the
  /// line is dropped, and the next line that is written reports the number of dropped lines. The radio must not stop
  /// because its log is not read.
  static func writeLine(_ text: String, timeout: Duration = .seconds(1)) {
    guard isReady(within: timeout) else {
      lost.add(1, ordering: .relaxed)
      return
    }
    let count = lost.exchange(0, ordering: .relaxed)
    let bytes = Array(((count == 0 ? "" : "(\(count) lines before this one were not taken)\n") + text + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The number of lines dropped since the last written line.
  private static let lost = Atomic<Int>(0)

  private static func isReady(within timeout: Duration) -> Bool {
    var slot = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&slot, 1, Int32(timeout / .milliseconds(1))) != 0
  }
}

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
    guard let status = stat(of: STDERR_FILENO), isatty(STDERR_FILENO) == 0 else { return .bare }
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

extension LogLevel {
  /// The level of a record for a line of `level`.
  init(_ level: Logger.Level) {
    switch level {
    case .trace, .debug: self = .debug
    case .info: self = .info
    case .notice: self = .notice
    case .warning: self = .warning
    case .error, .critical: self = .error
    }
  }
}
