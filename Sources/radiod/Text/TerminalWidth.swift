import Glibc
import Terminal

/// What standard output shows when it is a terminal.
enum TerminalWidth {
  /// Its columns; nil when it is none, or does not tell.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether it shows all characters; true for what is no terminal, which gets them as they are.
  static var isUTF8: Bool { isatty(STDOUT_FILENO) == 0 || TerminalTraits.detect().glyphs.isUTF8 }
}
