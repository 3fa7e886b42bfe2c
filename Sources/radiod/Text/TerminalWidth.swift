import Glibc
import Terminal

/// The properties of standard output as a terminal.
enum TerminalWidth {
  /// The number of columns; nil when standard output is not a terminal or does not report it.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// True when all characters can be shown; also when standard output is not a terminal, because then they are written
  /// unchanged.
  static var isUTF8: Bool { isatty(STDOUT_FILENO) == 0 || TerminalTraits.detect().glyphs.isUTF8 }
}
