/// The beginning of a line of bash, up to the cursor, cut into words as bash does it. Variables and commands in it stay
/// as they are written.
struct ShellLine {
  /// The words before the one at the cursor, without their quotes.
  private(set) var words: [String] = []
  /// The word at the cursor, without its quotes.
  private(set) var current = ""
  /// How many characters of ``current`` stand before what readline completes, which is what follows the last of its
  /// break characters.
  private(set) var passed = 0

  /// Cuts `line`; readline ends words also at `breaks`, unless they are quoted.
  init(_ line: String, breaks: String) {
    var quote: Character?
    var isEscaped = false
    var isInWord = false
    for character in line {
      if isEscaped {
        // Within double quotes a backslash is one, but before what it takes its meaning from.
        if quote == "\"", !"$`\"\\\n".contains(character) { current.append("\\") }
        current.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isInWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { current.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isInWord = true
        passed = current.count
      } else if character == " " || character == "\t" {
        if isInWord { words.append(current) }
        (current, passed, isInWord) = ("", 0, false)
      } else {
        current.append(character)
        isInWord = true
        if breaks.contains(character) { passed = current.count }
      }
    }
  }
}
