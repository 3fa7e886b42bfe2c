import AudioCore
import Logging
import Radio
import SystemSupport

extension RadioHost {
  /// The maximum number of titles of a radio without a daemon; they are kept in memory.
  private static let titleLimit = 1000

  /// Creates the radio that `tuner` plays, with the stations of `context`. `isListChosen` is true when an option chose
  /// the list.
  convenience init(_ tuner: Tuner, context: CommandContext, isListChosen: Bool) {
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
    self.init(
      tuner, library: library, history: TitleHistory(path: nil, limit: Self.titleLimit), recent: recent, log: Log.store,
      finder: finder, demo: DemoStation(start: context.demo).station,
      onFault: { logger.warning("\($0)") })
  }
}
