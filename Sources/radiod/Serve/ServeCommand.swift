import ArgumentParser
import Daemon
import Directory
import Glibc
import Logging
import Pictures
import SystemSupport

/// `radiod serve`: the radio as a daemon.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Play as a daemon, for clients of this machine and of the network.",
    discussion: """
      Clients of Music Player Daemon connect to port 6600, 'radiod ctl' to a Unix socket, and the desktop's media keys \
      work. The daemon resumes the last station at the last volume. SIGHUP reloads stations and the log level; other \
      settings need a restart.

      Every option --some-name can also be SPRINGRADIO_SOME_NAME in the environment, or a member "someName" of \
      config.json; 'radiod config' shows the effective settings.
      """)

  @OptionGroup(title: "Options of the daemon") var arguments: SettingArguments<DaemonSettings>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    SignalWatch.onReload {}  // the settings are read below; SIGHUP must not end the program
    Log.useServiceStyle()
    let folders = CommandContext.folders
    let reader = CommandContext.settingsReader(flags: arguments.values(global))
    let settings = try reader.read()
    try ViewSettings.check()
    let threshold = LogThreshold(settings.logLevel)
    let context = CommandContext(threshold: threshold)
    let clicks = try StationClicks.reporter(
      of: settings, context: context, logger: Log.logger(threshold: threshold))
    async let _ = clicks?.run()
    var dependencies = RadioDaemon.Dependencies(
      opener: context.opener(maximumKilobits: settings.maximumKilobits), group: context.serverLoops,
      stationGroup: context.eventLoops,
      finder: try DirectorySettings.finder(of: settings, context: context),
      demo: context.demo,
      logger: Log.logger(threshold: threshold), threshold: threshold, log: Log.store, heard: clicks?.heard,
      pictures: Self.pictures(settings, folders, context))
    // A person at a terminal wants to know where to connect; the log of a service needs it at most for a search.
    if isatty(STDERR_FILENO) == 1 { dependencies.placesLevel = .notice }
    let daemon = RadioDaemon(
      settings: settings, rereadSettings: reader.read, folders: folders, shippedStations: Assets.stations,
      dependencies: dependencies)
    SignalWatch.onSignal { daemon.stop() }
    SignalWatch.onReload { daemon.reload() }
    try await daemon.run()
  }

  private static func pictures(
    _ settings: Settings, _ folders: Folders, _ context: CommandContext
  ) -> any StationPictureFiles {
    guard settings.fetchesPictures else { return NoPictureFiles() }
    let logger = context.logger
    return PictureFileStore(downloader: context.downloader, cache: PictureCache(folder: folders.pictures)) { text in
      logger.debug("\(text)", source: "Pictures")
    }
  }
}
