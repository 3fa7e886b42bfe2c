/// The beginning of a bash command line up to the cursor, split into words as bash does it. Variables and commands in
/// it stay unexpanded.
struct ShellLine {
  /// The words before the one at the cursor, without their quotes.
  private(set) var words: [String] = []
  /// The word at the cursor, without its quotes.
  private(set) var current = ""
  /// The number of characters of ``current`` before the part that readline completes, which begins after the last of
  /// its break characters.
  private(set) var passed = 0

  /// Splits `line`. Readline also ends words at the characters in `breaks`, unless they are quoted.
  init(_ line: String, breaks: String) {
    var quote: Character?
    var isEscaped = false
    var isInWord = false
    for character in line {
      if isEscaped {
        // Within double quotes a backslash is literal, except before the characters that it escapes.
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
