import Glibc

/// A line on the terminal that tells how far something has come, and goes away; nothing where standard error is no terminal.
struct ProgressLine {
  private let isShown: Bool
  private var text = ""

  /// A line that is not there yet.
  init(environment: [String: String]) {
    isShown = isatty(STDERR_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Shows `text`, which is as short as a terminal is wide, instead of what was shown before.
  mutating func show(_ text: String) {
    guard isShown, text != self.text else { return }
    Self.write("\r" + text + "\u{1B}[K")
    self.text = text
  }

  /// Takes the line away, before others are written.
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
