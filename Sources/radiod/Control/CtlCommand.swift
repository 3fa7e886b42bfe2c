import ArgumentParser

/// `radiod ctl`: remote control of a running `radiod serve`.
struct CtlCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control the radio that 'radiod serve' plays.",
    discussion: """
      Connects to your daemon, or else to the system's, over its Unix socket. Exits with 69 when no daemon runs. \
      Options may stand before or after the command: 'radiod ctl --socket PATH volume'.
      """,
    subcommands: [
      CtlStatus.self, CtlPlay.self, CtlStop.self, CtlPause.self, CtlToggle.self, CtlNext.self, CtlPrevious.self,
      CtlVolume.self, CtlMute.self, CtlWatch.self, CtlSpectrum.self, CtlQueue.self, CtlHistory.self,
    ], defaultSubcommand: CtlStatus.self)
}
