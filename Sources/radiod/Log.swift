import AudioCore
import Glibc
import Logging

/// Log lines on standard error: bare text, as a person reads it.
struct Log: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Self.writeLine(CleanText.singleLine(event.message.description))
  }

  /// A logger that tells `level` and graver.
  static func logger(level: Logger.Level) -> Logger {
    Logger(label: "radiod") { _ in Log(logLevel: level) }
  }

  /// Writes one line to standard error, whole; nobody minds if that fails.
  static func writeLine(_ text: String) {
    let bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
