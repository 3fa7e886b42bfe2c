import AudioCore
import Player
import Stations

/// The completions at the cursor: commands, options and values. The name of a value in the help determines its
/// completions: a `station`, a `file`, a `device`.
struct CommandLineCompletion {
  /// One word that fits.
  struct Candidate: Equatable {
    let word: String
    /// A short description; may be empty.
    let help: String
  }

  /// The words that fit, the most likely first; each begins with ``value``.
  private(set) var candidates: [Candidate] = []
  /// True when file names fit as well.
  private(set) var takesFiles = false
  /// The text before the value in the same word: `--output=`, `wav:`.
  private(set) var lead = ""
  /// The beginning of the text to complete, after ``lead``.
  private(set) var value: String

  /// True when further text follows in the same word.
  var isOpenEnded: Bool { candidates.count == 1 && candidates[0].word.hasSuffix(":") }

  /// Completes `current` after `words`, the words of the command line without the program's name.
  init(words: [String], current: String, program: CommandDeclaration) {
    value = current
    let reading = CommandLineReading(words, of: program)
    if let option = reading.pending {
      offerValues(of: option, words: words, reading: reading)
    } else if !reading.isTerminated, current.hasPrefix("-") {
      offerOptions(reading, words: words)
    } else {
      offerWords(reading, words: words)
    }
    candidates = candidates.filter { $0.word.hasPrefix(value) }
  }

  private mutating func offerOptions(_ reading: CommandLineReading, words: [String]) {
    if let equals = value.firstIndex(of: "="), value.hasPrefix("--") {
      let name = String(value[..<equals])
      guard let option = reading.command.options.first(where: { $0.names.contains(name) }), option.kind == "option"
      else {
        return
      }
      shiftLead(by: name + "=")
      return offerValues(of: option, words: words, reading: reading)
    }
    let own = reading.command.arguments.filter { $0.kind != "positional" }
    for option in own + (reading.positionals.isEmpty ? reading.command.defaultCommand?.options ?? [] : []) {
      guard let name = option.names.last, !candidates.contains(where: { $0.word == name }) else { continue }
      if !option.isRepeating, option.names.contains(where: reading.options.contains) { continue }
      candidates.append(Candidate(word: name, help: option.abstract))
    }
  }

  private mutating func offerWords(_ reading: CommandLineReading, words: [String]) {
    let command = reading.command
    if reading.positionals.isEmpty {
      candidates = command.subcommands.map { Candidate(word: $0.name, help: $0.abstract) }
      if command.words.isEmpty, !reading.asksForHelp {
        candidates.append(Candidate(word: "help", help: "Show the help of a command."))
      }
    }
    guard !reading.asksForHelp else { return }
    let places = (command.defaultCommand ?? command).positionals
    let place = reading.positionals.count
    if place < places.count {
      offerValues(of: places[place], words: words, reading: reading)
    } else if let last = places.last, last.isRepeating {
      offerValues(of: last, words: words, reading: reading)
    }
  }

  // MARK: - Values

  /// The commands that change the list, which does not contain the built-in station.
  private static let listChangers: Set = ["edit", "rename", "move", "remove"]

  private mutating func offerValues(of argument: ArgumentDeclaration, words: [String], reading: CommandLineReading) {
    if let choice = argument.choices.first(where: { $0.hasSuffix(":") && value.hasPrefix($0) }) {
      shiftLead(by: choice)
      takesFiles = true
      return
    }
    candidates += argument.choices.map { Candidate(word: $0, help: "") }
    takesFiles = argument.isFile
    let kinds = argument.valueName.split(separator: "|")
    if kinds.contains("station") {
      let isChange = reading.command.words.first == "stations" && Self.listChangers.contains(reading.command.name)
      candidates += Self.stations(words: words, hasDemo: !isChange).filter { !reading.positionals.contains($0.word) }
    }
    if kinds.contains("device") {
      candidates += ALSADevices.list().map { Candidate(word: $0.name, help: $0.description) }
    }
    if argument.names.contains(Self.countryOption) {
      let isLowerCase = value.contains(where: \.isLowercase)
      candidates += CountryNames.codes.map {
        Candidate(word: isLowerCase ? $0.lowercased() : $0, help: CountryNames.name(of: $0))
      }
    }
    if argument.names.contains(Self.listOption) {
      candidates.append(Candidate(word: StationListLocation.shippedName, help: "the list that comes with radiod"))
    }
  }

  private mutating func shiftLead(by text: String) {
    lead += text
    value = String(value.dropFirst(text.count))
  }

  private static let listOption = "--stations"
  private static let countryOption = "--country"

  /// Returns the stations of the list that the command line selects; none when that list cannot be read.
  private static func stations(words: [String], hasDemo: Bool) -> [Candidate] {
    var option: String?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == listOption { option = next }
      if word.hasPrefix(listOption + "=") { option = String(word.dropFirst(listOption.count + 1)) }
    }
    let location = StationListLocation.choose(option: option, environment: CommandContext.environment)
    let list = (try? StationList.load(from: location, shipped: Assets.stations)) ?? StationList()
    let demo = Candidate(word: Station.demoID, help: "a built-in station that needs no network")
    return (hasDemo ? [demo] : []) + list.stations.map { Candidate(word: $0.id, help: $0.name) }
  }
}
