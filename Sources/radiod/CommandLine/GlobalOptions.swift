import ArgumentParser
import AudioCore
import Logging
import Stations

/// Options that every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this station list instead of your own (~/.config/springradio/stations.json) or the one that comes with radiod.",
      valueName: "file"), completion: .file())
  var stations: String?

  @Flag(name: .shortAndLong, help: "Log more, to standard error.")
  var verbose = false

  @Option(help: ArgumentHelp("How much to log, to standard error.", valueName: "level"))
  var logLevel: Logger.Level?

  /// What is logged: notices, unless more or less was asked for.
  var level: Logger.Level { level(usually: .notice) }

  /// What is logged: `usual`, unless more or less was asked for.
  func level(usually usual: Logger.Level) -> Logger.Level { logLevel ?? (verbose ? .debug : usual) }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
