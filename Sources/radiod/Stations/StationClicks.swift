import AudioCore
import Daemon
import Directory
import Downloader
import Glibc
import Logging
import Radio
import Stations

/// Tells the station directory what is played of what was found there, unless the settings forbid it.
struct StationClicks {
  private let reporter: ClickReporter

  /// Nil when none of `stations` was found in the directory, when the settings say no, and when they cannot be read: a player
  /// that is in doubt tells nobody what it plays.
  init?(of stations: [Station], context: CommandContext, level: Logger.Level) {
    guard stations.contains(where: { $0.directoryID != nil }), let settings = try? DirectorySettings.read(),
      let reporter = try? Self.reporter(of: settings, context: context, logger: Log.logger(level: level))
    else { return nil }
    self.reporter = reporter
  }

  /// A reporter as `settings` want it; nil when they want none. Throws for a directory that has no address of use.
  static func reporter(of settings: Settings, context: CommandContext, logger: Logger) throws(DaemonFailure)
    -> ClickReporter?
  {
    guard settings.countsClicks else { return nil }
    return ClickReporter(
      downloader: context.downloader, servers: try DirectorySettings.servers(of: settings),
      note: { logger.debug("\($0)") })
  }

  /// Tells what `tuner` plays from now on, until the task is cancelled.
  func begin(following tuner: Tuner) -> Task<Void, Never> {
    let events = tuner.events()
    return Task {
      async let reporting: Void = reporter.run()
      var station: Station?
      for await event in events {
        if case .tuned(let source) = event { station = source.station }
        if case .playing = event, let station { reporter.heard(station) }
      }
      await reporting
    }
  }
}
