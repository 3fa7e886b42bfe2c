import AudioCore
import Daemon
import Directory
import Glibc
import Radio
import RadioLibrary
import Remote
import Stations
import SystemSupport
import Terminal

extension StationSearcher {
  /// The maximum number of stations that a search finds.
  private static let mostStations = 100

  /// Creates a searcher of the directory that the settings select.
  convenience init(_ context: CommandContext) {
    self.init { words in
      let query: DirectoryQuery
      do throws(OptionError) {
        query = try DirectoryQuery(words: [words], limit: Self.mostStations)
      } catch {
        return .failed(OptionFlags.sentence(error))
      }
      let directory = DirectorySettings.directory(
        at: try DirectorySettings.servers(option: nil), context: context, logger: context.logger)
      let outcome = try await directory.search(query, refresh: false)
      let note = outcome.failure.map { "\($0); this was found \(SearchStations.words(forAge: outcome.age))" }
      let stations = outcome.finding.stations.map { station in
        FoundStation(
          station: station.station(id: ""), codec: station.codec, kilobits: station.kilobits, votes: station.votes)
      }
      return .found(stations, note: note)
    }
  }
}

extension LocalLibrary {
  /// Creates the library of `tuner`, which plays the stations of `context`. `isListChosen` is true when an option chose
  /// the list.
  convenience init(_ tuner: Tuner, context: CommandContext, isListChosen: Bool) {
    let logger = context.logger
    let own = Result { () throws(TuneError) in
      try OwnStations(context.location, isChosen: isListChosen, logger: logger)
    }
    let fault: TuneError? = if case .failure(let error) = own { error } else { nil }
    let folders = Folders(environment: CommandContext.environment, userID: geteuid())
    self.init(
      tuner,
      list: ViewedListFile(
        context.location, stations: context.list.stations, fault: (context.listFault ?? fault)?.description,
        shipped: Assets.stations),
      change: { (change) throws(TuneError) in try own.get().make(change) }, searcher: StationSearcher(context),
      recent: RecentStations(path: folders.recent) { logger.warning("\($0)") }, log: Log.store)
  }
}

extension RemoteRadioSession {
  /// Connects to the daemon of `client`; see ``init(_:reconnectMode:searcher:change:logger:)``.
  init(_ client: RadioClient, reconnectMode: ReconnectMode, context: CommandContext) async throws {
    let logger = context.logger
    try await self.init(
      client, reconnectMode: reconnectMode, searcher: StationSearcher(context),
      change: { (change, path, socket) throws(TuneError) in
        try OwnStations(ofDaemonAt: socket, path: path, logger: logger).make(change)
      }, logger: logger)
  }
}

extension OwnStations {
  /// Makes `change` in the list, and makes a running daemon reload it. Returns what was done; throws the errors of
  /// ``change(beginsEmpty:makesNamed:_:)`` and of the change.
  func make(_ change: StationChange) throws(TuneError) -> String {
    var text = ""
    try self.change { (list) throws(TuneError) in text = change.report(of: try change.apply(to: &list)) }
    return text
  }
}
