/// What the words of a command line are, by the commands' own declarations: commands, options with their values, and
/// the rest.
///
/// ArgumentParser reads the words that are carried out. This reads those that are not finished, for completions, and
/// those that were refused, for a better hint.
struct CommandLineReading {
  /// The last command that was named, or is meant.
  private(set) var command: CommandDeclaration
  /// Words that are neither command, option nor value.
  private(set) var positionals: [String] = []
  /// The option at the end whose value is to come.
  private(set) var pending: ArgumentDeclaration?
  /// Names of options and flags, as they were written.
  private(set) var options: [String] = []
  /// The first option that the command does not have.
  private(set) var unknownOption: String?
  /// The first word that is no command where one must stand.
  private(set) var unknownCommand: String?
  /// True behind `--`, where nothing is an option.
  private(set) var isTerminated = false
  /// True when the words ask for help on a command: `help stations add`.
  private(set) var asksForHelp = false

  /// Reads `words`, without the program's name.
  init(_ words: some Sequence<String>, of program: CommandDeclaration) {
    command = program
    for word in words { take(word) }
  }

  private mutating func take(_ word: String) {
    if pending != nil {
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
    if option.kind == "option", !word.contains("=") { pending = option }
  }

  private mutating func takeWord(_ word: String) {
    if command.words.isEmpty, !asksForHelp, word == "help" {
      asksForHelp = true
    } else if positionals.isEmpty, let next = command.subcommand(word) {
      command = next
    } else {
      if !command.subcommands.isEmpty {
        let takesWords = command.usual?.positionals.isEmpty == false && !asksForHelp
        if !takesWords { unknownCommand = unknownCommand ?? word }
        if let usual = command.usual, takesWords { command = usual }
      }
      positionals.append(word)
    }
  }

  /// True for what begins as options do, but for a lone dash and for numbers.
  static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !("0"..."9" ~= second)
  }

  /// True for `-vh`: flags of one letter each, which are not looked at.
  private static func isCombination(_ word: String) -> Bool { !word.hasPrefix("--") && word.count > 2 }
}
