import AudioCore
import Daemon
import Glibc
import Logging
import Synchronization

/// Log lines on standard error: bare text, as a person reads it; those of a service as its reader wants them.
struct Log: LogHandler {
  var metadata: Logger.Metadata = [:]
  private let threshold: LogThreshold
  private var ownLevel: Logger.Level?

  init(threshold: LogThreshold) { self.threshold = threshold }

  var logLevel: Logger.Level {
    get { ownLevel ?? threshold.level }
    set { ownLevel = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Self.writeLine(
      Self.style.line(CleanText.singleLine(event.message.description), level: event.level), timeout: .zero)
  }

  /// A logger that tells `level` and graver.
  static func logger(level: Logger.Level) -> Logger { logger(threshold: LogThreshold(level)) }

  /// A logger that tells what passes `threshold`, whenever that is changed.
  static func logger(threshold: LogThreshold) -> Logger {
    Logger(label: "radiod") { _ in Log(threshold: threshold) }
  }

  /// How lines are written, by everybody.
  private static var style: LogStyle { styleCell.withLock { $0 } }
  private static let styleCell = Mutex(LogStyle.bare)

  /// From now on writes lines as the reader of a service's log wants them.
  static func useServiceStyle() { styleCell.withLock { $0 = .ofService(environment: CommandContext.environment) } }

  /// Writes what ends the program, in one line with its name: whoever started it reads that.
  static func writeEnd(_ text: String) {
    writeLine((style == .journal ? style : .bare).line("radiod: " + text, level: .error))
  }

  /// Writes one line to standard error, whole; nobody minds if that fails.
  ///
  /// When standard error takes nothing for as long as `timeout`, as a terminal that is held or a pipe whose reader sleeps, the line is
  /// left out, and the next that gets through tells of it: a radio does not stand still because nobody reads what it says.
  static func writeLine(_ text: String, timeout: Duration = .seconds(1)) {
    guard isReady(within: timeout) else {
      lost.add(1, ordering: .relaxed)
      return
    }
    let count = lost.exchange(0, ordering: .relaxed)
    let bytes = Array(((count == 0 ? "" : "(\(count) lines before this one were not taken)\n") + text + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Lines left out since the last that was written.
  private static let lost = Atomic<Int>(0)

  private static func isReady(within timeout: Duration) -> Bool {
    var slot = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&slot, 1, Int32(timeout / .milliseconds(1))) != 0
  }
}
