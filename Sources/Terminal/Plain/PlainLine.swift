import AudioCore
import Bytes

/// What a typed line means.
enum PlainLine: Equatable, Sendable {
  /// Nothing: the line is blank.
  case blank
  case command(PlainCommand)
  /// The line is not understood, for this reason: one sentence.
  case fault(String)

  /// The words of the commands with what follows them, and what they do, in the order of the help.
  static let commands: [(word: String, arguments: String, effect: String)] = [
    ("play", "STATION or NUMBER", "play a station; without a name play on"),
    ("stop", "", "stop playing"),
    ("resume", "", "play on"),
    ("next", "", "play the next station"),
    ("previous", "", "play the previous station"),
    ("volume", "0 to 100, + or -", "set the volume; without a number print it"),
    ("mute", "", "mute or unmute"),
    ("status", "", "print what plays"),
    ("stations", "WORDS", "print the stations, or those with these words"),
    ("search", "WORDS", "search the station directory"),
    ("add", "NUMBER, or NAME ADDRESS", "add a result of a search, or a station of your own"),
    ("favourite", "STATION or NUMBER", "mark a station, or the one on air, as a favourite, or remove the mark"),
    ("edit", "STATION or NUMBER", "change the name and the address of a station"),
    ("tags", "STATION or NUMBER", "change the tags of a station"),
    ("delete", "STATION or NUMBER", "remove a station from the list, after a question"),
    ("titles", "", "print the titles heard"),
    ("log", "", "print the log"),
    ("help", "", "print this list"),
    ("quit", "", "end this program"),
    ("stop and quit", "", "stop playing and end this program"),
  ]

  /// Other words for commands.
  private static let aliases = ["favorite": "favourite", "pause": "stop", "exit": "quit", "?": "help"]
  /// The volume points of a sign without a number.
  private static let volumeStep = 5
  /// The most characters of a line that are read.
  private static let mostCharacters = 1000

  /// Reads a line that was typed.
  init(_ line: String) {
    let words = CleanText.singleLine(line, limit: Self.mostCharacters).split(separator: " ").map(String.init)
    guard let first = words.first?.lowercased() else {
      self = .blank
      return
    }
    let rest = words.dropFirst()
    if first == "stop", rest.last?.lowercased() == "quit" {
      self = .command(.stopAndQuit)
      return
    }
    let all = Self.commands.map(\.word).filter { !$0.contains(" ") }
    let fitting = all.filter { $0.hasPrefix(first) }
    let word = all.contains(first) ? first : Self.aliases[first] ?? (fitting.count == 1 ? fitting[0] : nil)
    if let word {
      self = Self.read(word, Array(rest))
    } else if !fitting.isEmpty {
      self = .fault("\"\(first)\" may be \(fitting.joined(separator: " or ")); type more letters")
    } else {
      let shown = CleanText.singleLine(first, limit: 40)
      let near = NearestWord.find(first, among: all).map { "; did you mean \($0)?" } ?? ""
      self = .fault("there is no command \"\(shown)\"\(near.isEmpty ? "; help lists them" : near)")
    }
  }

  private static func read(_ word: String, _ words: [String]) -> PlainLine {
    let text = words.joined(separator: " ")
    // A command without arguments ignores what follows.
    switch word {
    case "play": return .command(.play(text.isEmpty ? nil : text))
    case "stop": return .command(.stop)
    case "resume": return .command(.resume)
    case "next": return .command(.next)
    case "previous": return .command(.previous)
    case "volume": return volume(text)
    case "mute": return .command(.mute)
    case "status": return .command(.status)
    case "stations": return .command(.stations(text))
    case "search":
      return text.isEmpty ? .fault("search takes words, such as: search jazz") : .command(.search(text))
    case "add": return add(words)
    case "favourite": return .command(.favourite(text.isEmpty ? nil : text))
    case "edit": return named(word, text, PlainCommand.edit)
    case "tags": return named(word, text, PlainCommand.tags)
    case "delete": return named(word, text, PlainCommand.delete)
    case "titles": return .command(.titles)
    case "log": return .command(.log)
    case "quit": return .command(.quit)
    default: return .command(.help)
    }
  }

  private static func named(_ word: String, _ text: String, _ command: (String) -> PlainCommand) -> PlainLine {
    text.isEmpty ? .fault("\(word) takes a station or its number, such as: \(word) 3") : .command(command(text))
  }

  private static func volume(_ text: String) -> PlainLine {
    let sign = text.first.flatMap { $0 == "+" ? 1 : $0 == "-" ? -1 : nil }
    let digits = (sign == nil ? text[...] : text.dropFirst()).trimmed
    if text.isEmpty { return .command(.showVolume) }
    if let sign, digits.isEmpty { return .command(.changeVolume(by: sign * volumeStep)) }
    let number = digits.hasSuffix("%") ? digits.dropLast().trimmed : digits
    guard let points = Int(number), 0...100 ~= points else {
      return .fault("volume takes 0 to 100, + or -, such as: volume 40")
    }
    return .command(sign.map { .changeVolume(by: $0 * points) } ?? .setVolume(points))
  }

  private static func add(_ words: [String]) -> PlainLine {
    if words.count == 1, Int(words[0]) != nil { return .command(.addFound(words[0])) }
    guard words.count >= 2, let url = words.last, StreamURL.mayBeAddress(url) else {
      return .fault(
        "add takes the number of a search result, or a name and an address: add My Radio https://example.org/live")
    }
    return .command(.add(name: words.dropLast().joined(separator: " "), url: url))
  }
}
