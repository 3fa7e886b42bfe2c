public import ArgumentParser
public import Logging
import Stations

/// The options of all commands.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Station list, instead of your own (~/.config/springradio/stations.json) or the built-in one ('shipped').",
      valueName: "file"), completion: .file())
  var stations: String?

  @Flag(name: .shortAndLong, help: "Log more, to standard error.")
  var verbose = false

  @Option(help: ArgumentHelp("How much to log, to standard error.", valueName: "level"))
  var logLevel: Logger.Level?

  /// The log level: notices, unless an option changes it.
  var level: Logger.Level { level(usually: .notice) }

  /// The log level: `usual`, unless an option changes it.
  func level(usually usual: Logger.Level) -> Logger.Level { logLevel ?? (verbose ? .debug : usual) }

  /// The values of the options.
  var choice: Choice { Choice(stations: stations, level: level) }

  /// The values of the options of all commands.
  struct Choice {
    /// The path of the station list, or `shipped`; nil is the user's own, else the shipped one.
    var stations: String?
    /// The log level.
    var level = Logger.Level.notice
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
