import ArgumentParser
import AudioCore
import Glibc
import Stations

/// A more helpful message about a command line that ArgumentParser rejected, with a suggestion where possible.
enum CommandLineHint {
  /// Returns one sentence; nil when ArgumentParser's own message is better.
  static func sentence(for words: [String], program: CommandDeclaration) -> String? {
    let reading = CommandLineReading(words, of: program)
    if let word = reading.unknownCommand { return sentence(forCommand: word, of: reading.command, words: words) }
    if let option = reading.unknownOption { return sentence(forOption: option, of: reading.command) }
    return nil
  }

  /// Returns the same for `help WORDS`, to which ArgumentParser answers with the program's own help; nil when the
  /// command exists.
  static func sentenceForHelp(_ words: [String], program: CommandDeclaration) -> String? {
    let reading = CommandLineReading(words, of: program)
    guard reading.asksForHelp, let word = reading.positionals.first else { return nil }
    return sentence(forCommand: word, of: reading.command, words: [])
  }

  private static func sentence(forCommand word: String, of command: CommandDeclaration, words: [String]) -> String {
    let prefix = command.words.map { $0 + " " }.joined()
    let shown = CleanText.singleLine(word, limit: 60)
    let names = command.subcommands.flatMap { [$0.name] + $0.aliases } + (command.words.isEmpty ? ["help"] : [])
    if command.words.isEmpty, words.first == word, isSource(word) {
      return "'\(shown)' is no command; to play it, say 'radiod play \(shown)'"
    }
    let hint =
      NearestWord.find(word, among: names).map { "; did you mean 'radiod \(prefix)\($0)'?" }
      ?? "; 'radiod \(prefix)--help' lists those there are"
    return "there is no command '\(prefix)\(shown)'" + hint
  }

  private static func sentence(forOption option: String, of command: CommandDeclaration) -> String {
    let shown = CleanText.singleLine(option, limit: 60)
    let own = (command.subcommands.isEmpty ? command.arguments : command.options).flatMap(\.names)
    let called = (["radiod"] + command.words).joined(separator: " ")
    let hint =
      NearestWord.find(option, among: own.filter { $0.hasPrefix("--") }).map { "; did you mean '\($0)'?" }
      ?? "; '\(called) --help' lists those there are"
    return "'\(called)' has no option '\(shown)'" + hint
  }

  /// True for a word that `play` would play: an address, a file or a station's id.
  private static func isSource(_ word: String) -> Bool {
    if StreamURL.mayBeAddress(word) { return true }
    let location = StationListLocation.choose(option: nil, environment: CommandContext.environment)
    let list = try? StationList.load(from: location, shipped: Assets.stations)
    if word == Station.demoID || list?.stations.contains(where: { $0.id == word.lowercased() }) ?? false { return true }
    return access(word, F_OK) == 0
  }
}

/// Moves options that stand before their command: `radiod ctl --socket PATH volume` becomes `radiod ctl volume --socket
/// PATH`.
///
/// ArgumentParser would pass them to the default subcommand, and then reject the next word.
enum CommandLineOrder {
  /// Returns `words`, without the program's name, with the options before a command moved after it. Words that are in
  /// order, or that cannot be parsed, stay unchanged. `program` is called only when an option stands before another
  /// word.
  static func arranged(_ words: [String], program: () throws -> CommandDeclaration) rethrows -> [String] {
    guard hasEarlyOption(words) else { return words }
    var command = try program()
    var commands: [String] = []
    var options: [String] = []
    var index = words.startIndex
    while !command.subcommands.isEmpty, index < words.endIndex {
      let word = words[index]
      if CommandLineReading.isOption(word) {
        let name = String(word.prefix { $0 != "=" })
        // The program's own options, such as --version, belong to no command.
        let isOwn = command.words.isEmpty && command.arguments.contains { $0.names.contains(name) }
        guard !isOwn, let option = command.options.first(where: { $0.names.contains(name) }) else { return words }
        options.append(word)
        index += 1
        if option.kind == "option", !word.contains("="), index < words.endIndex {
          options.append(words[index])
          index += 1
        }
      } else if let next = command.subcommand(word) {
        command = next
        commands.append(word)
        index += 1
      } else {
        break
      }
    }
    commands += options
    commands += words[index...]
    return commands
  }

  /// True when an option with a word after it stands where a command may stand.
  private static func hasEarlyOption(_ words: [String]) -> Bool {
    var command: any ParsableCommand.Type = Radiod.self
    for (index, word) in words.enumerated() {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty { return false }
      if CommandLineReading.isOption(word) { return index + 1 < words.count }
      let next = subcommands.first { type in
        type.configuration.commandName == word || type.configuration.aliases.contains(word)
      }
      guard let next else { return false }
      command = next
    }
    return false
  }
}
