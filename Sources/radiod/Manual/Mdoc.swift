/// Source in mdoc(7), the language of manual pages, line by line.
struct Mdoc {
  /// Longest line of the source, where words allow it.
  private static let lineLength = 78

  /// All lines so far.
  private(set) var source = ""

  /// Adds lines that are mdoc already.
  mutating func add(_ lines: String) {
    source += lines
    source += "\n"
  }

  /// Adds plain text, each sentence on a line of its own, as the language wants it.
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

  private mutating func addLine(_ text: String) {
    // A dot or an apostrophe in front would make it a macro.
    let isMacro = text.first == "." || text.first == "'"
    add((isMacro ? "\\&" : "") + Self.escaped(text))
  }

  /// `text` with everything that troff would take for its own written so that it is printed; a dash stays the one that
  /// can be copied into a shell.
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
