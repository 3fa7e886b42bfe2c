import Glibc

/// A temporary line on the terminal that shows progress; nothing when standard error is not a terminal.
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
