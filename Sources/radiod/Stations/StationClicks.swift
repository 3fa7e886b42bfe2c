import Daemon
import Directory
import Glibc
import Logging
import Radio
import RadioModel
import Stations
import SystemSupport

/// Notifies the station directory when one of its stations is played, unless the settings forbid it.
struct StationClicks {
  private let reporter: ClickReporter
  private let events: Tuner.Events

  /// Follows the events of `tuner` from now on. Nil when none of `stations` comes from the directory (with nil any
  /// station may be played), when the settings forbid notifications, and when the settings cannot be read: in doubt the
  /// player sends none.
  init?(of stations: [Station]? = nil, following tuner: Tuner, context: CommandContext, level: Logger.Level) {
    guard stations?.contains(where: { $0.directoryID != nil }) != false, let settings = try? DirectorySettings.read(),
      let reporter = try? Self.reporter(of: settings, context: context, logger: Log.logger(level: level))
    else { return nil }
    self.reporter = reporter
    events = tuner.events()
  }

  /// Returns a reporter according to `settings`; nil when they forbid notifications. Throws for an invalid address of
  /// the directory.
  static func reporter(of settings: Settings, context: CommandContext, logger: Logger) throws(DaemonStartError)
    -> ClickReporter?
  {
    guard settings.countsClicks, !settings.isDirectoryOff else { return nil }
    return ClickReporter(
      downloader: context.downloader, servers: try DirectorySettings.servers(of: settings),
      path: CommandContext.folders.clicks,
      note: { logger.debug("\($0)", source: "Directory") }, onFault: { logger.warning("\($0)") })
  }

  /// Reports the stations that the radio plays, until the task is cancelled.
  func report() async {
    async let reporting: Void = reporter.run()
    var station: Station?
    for await event in events {
      if case .tuned(let source) = event { station = source.station }
      if case .playing = event, let station { reporter.heard(station) }
    }
    await reporting
  }
}
