import AudioCore
import Daemon
import Logging
import Radio
import RadioModel
import SystemSupport

extension RadioHost {
  /// The maximum number of titles of a radio without a daemon that are kept in memory.
  private static let titleLimit = 1000

  /// Creates the radio that `tuner` plays, with the stations of `context`. `isListChosen` is true when an option chose
  /// the list. `recordings` keeps and records what is played; nil where nothing does.
  convenience init(
    _ tuner: Tuner, context: CommandContext, isListChosen: Bool, recordings: (any RecordingService)?
  ) {
    let logger = context.logger
    let list = OwnStationsOrigin(context.location, isChosen: isListChosen, logger: logger)
    let finder = StationFinder(opener: context.opener) {
      DirectorySettings.directory(
        at: try DirectorySettings.servers(option: nil), context: context, logger: logger)
    }
    let library = StationLibrary(list, list: context.list, fault: context.listFault?.description) { stations in
      tuner.reload(stations: stations)
    }
    let recent = RecentStations(path: CommandContext.folders.recent) { logger.warning("\($0)") }
    let history = Self.history { logger.warning("\($0)") }
    self.init(
      tuner, library: library, history: history, recent: recent, log: Log.store,
      finder: finder, demo: DemoStation(start: context.demo).station, recordings: recordings,
      onFault: { logger.warning("\($0)") })
  }

  /// Returns the history that a daemon keeps, too, with the number of titles of its settings; one in memory where these
  /// want none, and where they are not valid.
  private static func history(onFault: @escaping @Sendable (String) -> Void) -> TitleHistory {
    let folders = CommandContext.folders
    var limit = 0
    do throws(DaemonStartError) {
      limit = try CommandContext.settingsReader().readHistory()
    } catch {
      onFault("\(error.description); the titles are not kept")
    }
    return TitleHistory(
      path: limit == 0 ? nil : folders.history, limit: limit == 0 ? titleLimit : limit, lock: folders.stateLock,
      onFault: onFault)
  }
}
