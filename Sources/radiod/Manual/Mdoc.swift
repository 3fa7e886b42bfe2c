/// Source in mdoc(7), the language of manual pages.
struct Mdoc {
  /// The maximum length of a line of the source, where words allow it.
  private static let lineLength = 78

  /// All lines so far.
  private var lines: [String] = []

  /// All lines so far, without a newline after the last one.
  var source: String { lines.joined(separator: "\n") }

  /// Adds a line of mdoc.
  mutating func add(_ line: String) { lines.append(line) }

  /// Adds plain text, one sentence per line, as mdoc requires.
  mutating func addText(_ text: String) {
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let endsSentence = line.hasSuffix(".") && !line.hasSuffix("..") && (word.first?.isUppercase ?? false)
      if endsSentence || line.count + word.count >= Self.lineLength {
        addLine(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { addLine(line) }
  }

  /// Adds text in which words of the command line stand in backticks, each pair followed by a blank or a mark and one.
  mutating func addMarkdown(_ text: String) {
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        addText(index == 0 ? String(part) : String(part.drop { !$0.isWhitespace }))
      } else {
        // A mark after a macro's arguments is an argument of its own, which is printed without a blank before it.
        let mark = text[part.endIndex...].dropFirst().prefix { !$0.isWhitespace }
        add(".Cm " + Self.escaped(String(part)) + (mark.isEmpty ? "" : " " + mark))
      }
    }
  }

  private mutating func addLine(_ text: String) {
    // A leading dot would make the line a macro; that of an ellipsis, too. An apostrophe is escaped.
    let line = Self.escaped(text)
    add((line.hasPrefix(".") ? "\\&" : "") + line)
  }

  /// Returns `text` with all characters that are special in troff escaped, so that they are printed. A dash stays the
  /// character that can be copied into a shell.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
