import AudioCore
import Bytes
import RadioModel

/// A command of the plain interface.
package struct PlainCommand: Sendable {
  /// The word that is typed.
  package let word: String
  /// What may follow it, for the help.
  let arguments: String
  /// What it does, for the help.
  let effect: String
  /// True when its first letters mean another command that begins with them: scripts were written before this one.
  let isLater: Bool
  /// Carries it out with the text that follows the word; returns what to print.
  let run: @Sendable (inout PlainSession, String) -> [String]

  private init(
    _ word: String, _ arguments: String, _ effect: String, isLater: Bool = false,
    run: @escaping @Sendable (inout PlainSession, String) -> [String]
  ) {
    (self.word, self.arguments, self.effect, self.run) = (word, arguments, effect, run)
    self.isLater = isLater
  }

  /// All commands, in the order of the help. Those without arguments ignore what follows.
  package static let all: [PlainCommand] = [
    PlainCommand("play", "STATION or NUMBER", "play a station; without a name go on") { $0.play($1) },
    PlainCommand("stop", "", "stop playing") { session, _ in session.send(.stop) },
    PlainCommand("pause", "", "pause; resume goes on at the same place", isLater: true) { session, _ in
      session.send(.pause)
    },
    PlainCommand("resume", "", "go on after a pause, or play again") { session, _ in session.send(.resume) },
    PlainCommand("back", "TIME or title", "go back by 10 s or this time, or to where the title began", isLater: true) {
      $0.move("back", by: -1, $1)
    },
    PlainCommand("forward", "TIME or title", "go forward by 10 s or this time, or to the next title", isLater: true) {
      $0.move("forward", by: 1, $1)
    },
    PlainCommand("live", "", "go to what is live", isLater: true) { session, _ in session.seek(.live) },
    PlainCommand("keep", "", "keep the title that is heard in a file, from its beginning to its end", isLater: true) {
      session, _ in session.keep()
    },
    PlainCommand("next", "", "play the next station") { session, _ in session.send(.next) },
    PlainCommand("previous", "", "play the previous station") { session, _ in session.send(.previous) },
    PlainCommand("volume", "0 to 100, + or -", "set the volume; without a number print it") { $0.setVolume($1) },
    PlainCommand("mute", "", "mute or unmute") { session, _ in session.send(.toggleMute) },
    PlainCommand("status", "", "print what plays") { session, _ in StatusFormatter.lines(session.radio.status) },
    PlainCommand("stations", "WORDS", "print the stations, or those with these words") { $0.printStations($1) },
    PlainCommand("search", "WORDS", "search the station directory") { $0.search($1) },
    PlainCommand("add", "NUMBER, or NAME ADDRESS", "add a result of a search, or a station of your own") { $0.add($1) },
    PlainCommand(
      "favourite", "STATION or NUMBER", "mark a station, or the one on air, as a favourite, or remove the mark"
    ) { $0.toggleFavourite($1) },
    PlainCommand("edit", "STATION or NUMBER", "change the name and the address of a station") { $0.edit($1) },
    PlainCommand("tags", "STATION or NUMBER", "change the tags of a station") { $0.editTags($1) },
    PlainCommand("delete", "STATION or NUMBER", "remove a station from the list, after a question") { $0.delete($1) },
    PlainCommand("titles", "", "print the titles heard") { session, _ in PlainTexts.lines(session.radio.titles) },
    PlainCommand("log", "", "print the log") { session, _ in PlainTexts.lines(session.radio.log(after: 0)) },
    PlainCommand("help", "", "print this list") { _, _ in PlainTexts.help },
    PlainCommand("quit", "", "end this program") { session, _ in session.end(.quit) },
    stopAndQuit,
  ]
  /// The only command of several words.
  static let stopAndQuit = PlainCommand("stop and quit", "", "stop playing and end this program") { session, _ in
    session.send(.stop)
    return session.end(.stopAndQuit)
  }

  /// Other words for commands.
  private static let aliases = ["favorite": "favourite", "exit": "quit", "?": "help"]

  /// Returns the command of one word that `word` or its first letters mean; without one, the reason: one sentence.
  package static func find(_ word: String) -> (command: PlainCommand?, fault: String) {
    let known = all.filter { $0.word != stopAndQuit.word }
    let name = aliases[word] ?? word
    if let command = known.first(where: { $0.word == name }) { return (command, "") }
    let fitting = known.filter { $0.word.hasPrefix(word) }
    for meant in [fitting, fitting.filter { !$0.isLater }] where meant.count == 1 { return (meant[0], "") }
    if !fitting.isEmpty {
      return (nil, "\"\(word)\" may be \(fitting.map(\.word).joined(separator: " or ")); type more letters")
    }
    let near = NearestWord.find(word, among: known.map(\.word)).map { "did you mean \($0)?" } ?? "help lists them"
    return (nil, "there is no command \"\(CleanText.singleLine(word, limit: 40))\"; \(near)")
  }
}
