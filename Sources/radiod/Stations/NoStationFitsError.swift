import ArgumentParser
import AudioCore
import Bytes

/// The error when no station in the list fits.
struct NoStationFitsError: Error, CustomStringConvertible {
  /// The words of the search. The first may have been meant as a command of `stations`.
  let words: [String]

  /// One sentence, which suggests a command that resembles the first word.
  var description: String {
    let commands = StationsCommand.configuration.subcommands.compactMap { type in type.configuration.commandName }
    let hint =
      words.first.flatMap { word in command(meantBy: word) ?? NearestWord.find(word, among: commands) }
      .map { "; did you mean 'radiod stations \($0)'?" }
    return "no station of the list fits" + (hint ?? "; 'radiod stations search' looks in the directory")
  }

  /// Returns the command that `word`, a name for it in other programs, means, with the words after it; nil for none.
  private func command(meantBy word: String) -> String? {
    let rest = words.dropFirst().map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
    let shown = CleanText.singleLine((rest.isEmpty ? ["STATION"] : rest).joined(separator: " "), limit: 60)
    // 'edit' takes one station, whose name may have several words.
    let name = CleanText.singleLine(words.dropFirst().joined(separator: " "), limit: 60)
    let one = name.contains(where: \.isWhitespace) ? "\"\(name)\"" : shown
    return switch word.lowercased() {
    case "delete", "del", "rm": "remove \(shown)"
    case "fav", "favourite", "favorite", "star": "edit \(one) --favourite"
    case "unfav", "unstar": "edit \(one) --no-favourite"
    case "ls", "dir": "list"
    case "find", "lookup": "search \(rest.isEmpty ? "WORDS" : shown)"
    default: nil
    }
  }
}
