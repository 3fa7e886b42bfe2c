import AudioCore
import Glibc
import JSON
import SystemSupport

/// Writes whole data to standard output.
enum StandardOutput {
  /// The error when the reader of standard output is gone; it ends the program silently.
  struct ClosedError: Error {}

  /// Writes all of `bytes`. Throws ``ClosedError`` when there is no reader any more, `TuneError.cannotWrite` on any
  /// other error.
  static func write(_ bytes: [UInt8]) throws {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        position += count
      } else if errno == EPIPE {
        throw ClosedError()
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        let reason = errno == EBADF ? "it is closed" : SystemReason.text(of: errno)
        throw TuneError.cannotWrite(path: "standard output", reason: reason)
      }
    }
  }

  /// Writes `text` and a line feed.
  static func writeLine(_ text: String) throws { try write(Array(text.utf8) + [UInt8(ascii: "\n")]) }

  /// Writes `value` in one line.
  static func writeLine(_ value: JSONValue) throws { try write(JSONWriter.line(value) + [UInt8(ascii: "\n")]) }

  /// Writes `value` in one line when `asJSON` is true, else `text`.
  static func writeLine(
    asJSON: Bool, _ value: @autoclosure () -> JSONValue, or text: @autoclosure () -> String
  ) throws {
    try asJSON ? writeLine(value()) : writeLine(text())
  }

  /// Writes the lines of a table. With `isFitted`, a terminal gets them cut to its width.
  static func writeTable(_ rows: [[String]], isFitted: Bool = false) throws {
    for line in TextTable.lines(rows) { try writeLine(isFitted ? TerminalText.fitted(line).trimmedEnd : line) }
  }
}
