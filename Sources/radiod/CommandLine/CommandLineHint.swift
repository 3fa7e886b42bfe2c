import AudioCore
import Bytes
import Glibc
import Radio
import Stations

/// A more helpful message about a command line that ArgumentParser rejected, with a suggestion where possible.
enum CommandLineHint {
  /// Returns one sentence; nil when ArgumentParser's own message is better.
  static func sentence(for words: [String], program: CommandDeclaration) -> String? {
    let reading = CommandLineReading(words, of: program)
    if let word = reading.unknownCommand { return sentence(forCommand: word, of: reading.command, words: words) }
    if let option = reading.unknownOption { return sentence(forOption: option, of: reading.command) }
    // Without a command, the options of all commands were accepted so far.
    let command = reading.command.defaultCommand ?? reading.command
    guard command.subcommands.isEmpty else { return nil }
    let allowed = (command.arguments + program.arguments).flatMap(\.names)
    if let other = reading.options.first(where: { $0.hasPrefix("--") && !allowed.contains($0) }) {
      return sentence(forOption: other, of: command)
    }
    return sentence(forWords: reading.positionals, of: command) ?? sentence(forValues: reading.values, of: command)
  }

  /// Returns the sentence about the first word that is one too many.
  private static func sentence(forWords words: [String], of command: CommandDeclaration) -> String? {
    let places = command.positionals
    guard words.count > places.count, !places.contains(where: \.isRepeating) else { return nil }
    let count = places.isEmpty ? "no argument" : NumberText.count(places.count, "argument")
    let called = (["radiod"] + command.words).joined(separator: " ")
    return "'\(called)' takes \(count): leave out '\(CleanText.singleLine(words[places.count], limit: 60))'"
  }

  /// Returns the sentence about the first value that is none of those that its option takes.
  private static func sentence(
    forValues values: [(option: String, value: String)], of command: CommandDeclaration
  ) -> String? {
    for (name, value) in values {
      guard let option = command.options.first(where: { $0.names.contains(name) }), !option.values.isEmpty,
        !option.values.contains(value)
      else {
        continue
      }
      return "\(name) takes \(option.values.joined(separator: ", ")), not '\(CleanText.singleLine(value, limit: 60))'"
    }
    return nil
  }

  /// Returns `message`, one of ArgumentParser, without its lead when the program's own sentence about a value follows:
  /// "The value '-1' is invalid for '--duration <seconds>': --duration takes …".
  static func ownSentence(in message: String) -> String {
    guard message.hasPrefix("The value '"), let lead = message.firstRange(of: ">': --") else { return message }
    return String(message[message.index(lead.upperBound, offsetBy: -2)...])
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
    let missing = "there is no command '\(prefix)\(shown)'"
    let rest = words.first == word ? Array(words.dropFirst()) : []
    let isFirst = command.words.isEmpty && words.first == word
    if command.words.isEmpty, let meant = elsewhere(word, in: command) {
      let line = CleanText.singleLine(([meant] + rest).joined(separator: " "), limit: 60)
      return missing + "; did you mean 'radiod \(line)'?"
    }
    if isFirst, isSource(word) { return "'\(shown)' is not a command; to play it, say 'radiod play \(shown)'" }
    let names = command.subcommands.flatMap { [$0.name] + $0.aliases } + (command.words.isEmpty ? ["help"] : [])
    if let near = NearestWord.find(word, among: names) { return missing + "; did you mean 'radiod \(prefix)\(near)'?" }
    if isFirst, isFileName(word) { return missing + ", and no file of this name to play" }
    if isFirst, let hint = hint(forStation: word, shown: shown) { return "'\(shown)' is not a command; " + hint }
    return missing + "; 'radiod \(prefix)--help' lists those there are"
  }

  /// Returns the words of the command that is called `word` below another one, such as `ctl stop`, or of the option.
  private static func elsewhere(_ word: String, in program: CommandDeclaration) -> String? {
    let option = "--" + word
    if (program.arguments + (program.defaultCommand?.arguments ?? [])).contains(where: { $0.names.contains(option) }) {
      return option
    }
    return program.subcommands.lazy.compactMap { $0.subcommand(word) }.first?.words.joined(separator: " ")
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

  /// True for a word that `play` would play: an address, standard input, a file or a station's id.
  private static func isSource(_ word: String) -> Bool {
    if StreamURL.mayBeAddress(word) || word == "-" { return true }
    if word == Station.demoID || stations.contains(where: { $0.id == word.lowercased() }) { return true }
    return access(word, F_OK) == 0
  }

  /// True for a path, and for a name that ends as those of sound files do.
  private static func isFileName(_ word: String) -> Bool {
    guard !word.contains("/") else { return true }
    guard let dot = word.lastIndex(of: "."), dot > word.startIndex else { return false }
    let suffix = word[word.index(after: dot)...].lowercased()
    return KnownFormats.played.contains { $0.suffixes.contains(suffix) }
  }

  /// Returns what to say for a part of the name of one station or of several; nil when none has it.
  private static func hint(forStation word: String, shown: String) -> String? {
    let filter = StationFilter(words: [word])
    let fitting = stations.filter(filter.passes)
    if fitting.count == 1 { return "to play \(fitting[0].name), say 'radiod play \(fitting[0].id)'" }
    return fitting.isEmpty ? nil : "'radiod stations \(shown)' lists the stations that fit"
  }

  /// The stations of the user's list.
  private static var stations: [Station] {
    let location = StationListLocation.choose(option: nil, environment: CommandContext.environment)
    return (try? StationList.load(from: location, shipped: Assets.stations))?.stations ?? []
  }
}
