import ArgumentParser
import Glibc
import RadioModel
import Remote

/// `radiod ctl`: remote control of a running `radiod serve`.
struct CtlCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control the radio that 'radiod serve' plays.",
    discussion: """
      Connects to your daemon, or else to the system's, over its Unix socket; with --url to one on another machine, \
      with the same commands. Exits with 69 when no daemon runs. Options may stand before or after the command: \
      'radiod ctl --url http://pi:8600 --token-file FILE volume'.
      """,
    subcommands: [
      CtlStatus.self, CtlPlay.self, CtlStop.self, CtlPause.self, CtlToggle.self, CtlNext.self, CtlPrevious.self,
      CtlBack.self, CtlForward.self, CtlLive.self, CtlVolume.self, CtlMute.self, CtlWatch.self, CtlSpectrum.self,
      CtlQueue.self, CtlSearch.self, CtlFavourite.self, CtlHistory.self, CtlKeep.self, CtlRecord.self,
      CtlLog.self,
    ], defaultSubcommand: CtlStatus.self)
}

/// `radiod ctl status`.
struct CtlStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show station, title, state and volume.",
    discussion: "--format takes what 'radiod ctl watch --format' takes.")

  @Flag(help: "Write one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Write one line of this format.", valueName: "format"))
  var format: String?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws { try FormatHelp.check(format, isJSON: json) }

  func run() async throws {
    let template = try format.map(StatusTemplate.init)
    try await options.withClient { client in
      if json {
        try StandardOutput.writeLine(try await client.get(.status))
      } else if let template {
        try StandardOutput.writeLine(template.line(for: try await client.status()))
      } else {
        try CtlOptions.write(try await client.status())
      }
    }
  }
}
