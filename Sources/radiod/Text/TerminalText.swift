import Glibc
import Terminal

/// Texts for a terminal as standard output: cut to its width, and in colour.
enum TerminalText {
  /// The colours of texts in tables, as codes of ECMA-48 (SGR), of which all terminals with colours have eight.
  enum Color: Int {
    case red = 31
    case yellow = 33
  }

  /// True when standard output is a terminal that shows colours, and `NO_COLOR` is not set.
  static let hasColors = isatty(STDOUT_FILENO) == 1 && TerminalTraits.detect().colors != .none

  /// Returns `text` in `color` where standard output shows colours, else as it is.
  static func colored(_ text: String, _ color: Color) -> String {
    hasColors && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[39m" : text
  }

  /// Returns `text` cut to the width of the terminal; as it is elsewhere.
  static func fitted(_ text: String) -> String {
    guard let columns = TerminalWidth.columns else { return text }
    let isUTF8 = TerminalWidth.isUTF8
    var cells = TextCells(text, isUTF8: isUTF8)
    cells.truncate(toColumns: columns, isUTF8: isUTF8)
    return cells.text
  }
}

extension TextCells {
  /// The text of the cells.
  var text: String {
    var scalars = String.UnicodeScalarView()
    for unit in units {
      scalars.append(unit.base)
      scalars.append(contentsOf: unit.marks)
    }
    return String(scalars)
  }
}
