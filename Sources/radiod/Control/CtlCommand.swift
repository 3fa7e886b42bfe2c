import ArgumentParser

/// `radiod ctl`: remote control of a running `radiod serve`.
struct CtlCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control the radio that 'radiod serve' plays.",
    discussion: """
      Talks to the daemon of the same user, or else to that of the system, over its Unix socket. Without a running daemon \
      it says so and exits with 69. Options may stand before or behind the command: 'radiod ctl --socket PATH volume'.
      """,
    subcommands: [
      CtlStatus.self, CtlPlay.self, CtlStop.self, CtlPause.self, CtlToggle.self, CtlNext.self, CtlPrevious.self,
      CtlVolume.self, CtlMute.self, CtlWatch.self, CtlSpectrum.self, CtlQueue.self, CtlHistory.self,
    ], defaultSubcommand: CtlStatus.self)
}
