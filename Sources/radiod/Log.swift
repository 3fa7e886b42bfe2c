import AudioCore
import Glibc
import Logging
import Synchronization

/// Log lines on standard error: bare text, as a person reads it.
struct Log: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Self.writeLine(CleanText.singleLine(event.message.description), patience: .zero)
  }

  /// A logger that tells `level` and graver.
  static func logger(level: Logger.Level) -> Logger {
    Logger(label: "radiod") { _ in Log(logLevel: level) }
  }

  /// Writes one line to standard error, whole; nobody minds if that fails.
  ///
  /// When standard error takes nothing for as long as `patience`, as a terminal that is held or a pipe whose reader sleeps, the line is
  /// left out, and the next that gets through tells of it: a radio does not stand still because nobody reads what it says.
  static func writeLine(_ text: String, patience: Duration = .seconds(1)) {
    guard isReady(within: patience) else {
      lost.add(1, ordering: .relaxed)
      return
    }
    let count = lost.exchange(0, ordering: .relaxed)
    let bytes = Array(((count == 0 ? "" : "(\(count) lines before this one were not taken)\n") + text + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Lines left out since the last that was written.
  private static let lost = Atomic<Int>(0)

  private static func isReady(within patience: Duration) -> Bool {
    var slot = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&slot, 1, Int32(patience / .milliseconds(1))) != 0
  }
}
