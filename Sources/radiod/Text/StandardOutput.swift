import AudioCore
import Glibc
import JSON
import SystemSupport
import Terminal

/// Writes whole data to standard output.
enum StandardOutput {
  /// Writes all of `bytes`. Throws ``StandardOutputClosed`` when there is no reader any more, `TuneError.cannotWrite`
  /// on any other error.
  static func write(_ bytes: [UInt8]) throws {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        position += count
      } else if errno == EPIPE {
        throw StandardOutputClosed()
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
}

/// The error when the reader of standard output is gone; it ends the program silently.
struct StandardOutputClosed: Error {}

/// A temporary line on the terminal that shows progress; nothing when standard error is no terminal.
struct ProgressLine {
  private let isShown: Bool
  private var text = ""

  /// Creates a line that is not shown yet.
  init(environment: [String: String]) {
    isShown = isatty(STDERR_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Shows `text` in place of the previous text. It must fit into the width of the terminal.
  mutating func show(_ text: String) {
    guard isShown, text != self.text else { return }
    Self.write("\r" + text + "\u{1B}[K")
    self.text = text
  }

  /// Removes the line, before other lines are written.
  mutating func clear() {
    guard !text.isEmpty else { return }
    Self.write("\r\u{1B}[K")
    text = ""
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The properties of standard output as a terminal.
enum TerminalWidth {
  /// The number of columns; nil when standard output is no terminal or does not report it.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// True when all characters can be shown; also when standard output is no terminal, because then they are written
  /// unchanged.
  static var isUTF8: Bool { isatty(STDOUT_FILENO) == 0 || TerminalTraits.detect().glyphs.isUTF8 }
}
