import ArgumentParser
import AudioCore

/// The error when no station in the list fits.
struct NoStationFitsError: Error, CustomStringConvertible {
  /// The words of the search. The first may have been meant as a command of `stations`.
  let words: [String]

  /// One sentence, which suggests a command that resembles the first word.
  var description: String {
    let commands = StationsCommand.configuration.subcommands.compactMap { type in type.configuration.commandName }
    let hint =
      words.first.flatMap { NearestWord.find($0, among: commands) }
      .map { "; did you mean 'radiod stations \($0)'?" }
    return "no station of the list fits" + (hint ?? "; 'radiod stations search' looks in the directory")
  }
}
