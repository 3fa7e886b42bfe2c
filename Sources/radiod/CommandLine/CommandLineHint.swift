import AudioCore
import Bytes
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
      return "'\(shown)' is not a command; to play it, say 'radiod play \(shown)'"
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
