import AudioCore
import Daemon
import Glibc
import Logging
import Synchronization

/// Writes log lines to standard error: plain text for people, or the style that suits the log of a service.
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

  /// Returns a logger that writes lines of `level` and above.
  static func logger(level: Logger.Level) -> Logger { logger(threshold: LogThreshold(level)) }

  /// Returns a logger that writes lines according to `threshold`, which may change at any time.
  static func logger(threshold: LogThreshold) -> Logger {
    Logger(label: "radiod") { _ in Log(threshold: threshold) }
  }

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
