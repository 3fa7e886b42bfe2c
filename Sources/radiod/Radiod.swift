import ArgumentParser
import AudioCore

/// The root command; all functions are subcommands.
struct Radiod: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "radiod",
    abstract: "Internet radio for the shell, with a live spectrum.",
    discussion: """
      STATION is the id of a station, or a part of its id or name that matches one station only. 'demo' is a built-in \
      station that needs no network and no sound card. Without a command, radiod opens in the terminal. Without an \
      argument, 'radiod play' plays your first favourite, \
      which 'radiod stations edit STATION --favourite' selects.

      Exit codes: \(ExitCodes.sentence).
      """,
    version: "radiod \(ProductVersion.text)",
    subcommands: [
      PlayCommand.self, RecordCommand.self, SpectrumCommand.self, CheckCommand.self, StationsCommand.self,
      ServeCommand.self, ConfigCommand.self, CtlCommand.self, BroadcastCommand.self, DevicesCommand.self,
      ProbeCommand.self, SchemaCommand.self, ManualCommand.self, ViewCommand.self,
    ], defaultSubcommand: ViewCommand.self)
}
