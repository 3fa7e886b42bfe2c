/// The words of a command line, classified by the declarations of the commands: commands, options with their values,
/// and the rest.
///
/// ArgumentParser parses the words that are executed. This type parses unfinished words for completions, and rejected
/// words for a better hint.
struct CommandLineReading {
  /// The last command that was named, or its default subcommand.
  private(set) var command: CommandDeclaration
  /// The words that are neither a command nor an option nor a value.
  private(set) var positionals: [String] = []
  /// The option at the end whose value is still missing.
  private(set) var pending: ArgumentDeclaration?
  /// The names of options and flags as they were written.
  private(set) var options: [String] = []
  /// The names of options as they were written, with their values.
  private(set) var values: [(option: String, value: String)] = []
  /// The first option that the command does not have.
  private(set) var unknownOption: String?
  /// The first word that is not a command where a command is required.
  private(set) var unknownCommand: String?
  /// True after `--`, where no word is an option.
  private(set) var isTerminated = false
  /// True when the words request the help of a command: `help stations add`.
  private(set) var asksForHelp = false

  /// Parses `words`, without the program's name.
  init(_ words: some Sequence<String>, of program: CommandDeclaration) {
    command = program
    for word in words { read(word) }
  }

  private mutating func read(_ word: String) {
    if pending != nil {
      if let name = options.last { values.append((name, word)) }
      pending = nil
    } else if !isTerminated, word == "--" {
      isTerminated = true
    } else if !isTerminated, Self.isOption(word) {
      takeOption(word)
    } else {
      takeWord(word)
    }
  }

  private mutating func takeOption(_ word: String) {
    let name = String(word.prefix { $0 != "=" })
    options.append(name)
    guard let option = command.options.first(where: { $0.names.contains(name) }) else {
      if !word.hasPrefix("--"), command.positionals.contains(where: \.takesDashes) {
        positionals.append(word)
      } else if !Self.isCombination(word) {
        unknownOption = unknownOption ?? name
      }
      return
    }
    guard option.kind == "option" else { return }
    if word.contains("=") {
      values.append((name, String(word.dropFirst(name.count + 1))))
    } else {
      pending = option
    }
  }

  private mutating func takeWord(_ word: String) {
    if command.words.isEmpty, !asksForHelp, word == "help" {
      asksForHelp = true
    } else if positionals.isEmpty, let next = command.subcommand(word) {
      command = next
    } else {
      if !command.subcommands.isEmpty {
        let takesWords = command.defaultCommand?.positionals.isEmpty == false && !asksForHelp
        if !takesWords { unknownCommand = unknownCommand ?? word }
        if let usual = command.defaultCommand, takesWords { command = usual }
      }
      positionals.append(word)
    }
  }

  /// True for a word with a leading dash, except a lone dash and a number.
  static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !("0"..."9" ~= second)
  }

  /// True for `-vh`: combined flags of one letter each, which are not examined.
  private static func isCombination(_ word: String) -> Bool { !word.hasPrefix("--") && word.count > 2 }
}
