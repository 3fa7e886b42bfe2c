import AudioCore
import Daemon
import Logging
import Radio
import Stations
import SystemSupport

/// The station list that commands change: the user's own, or the one that `--stations` names.
struct OwnStationsOrigin: StationListOrigin {
  private let location: StationListLocation
  private let isChosen: Bool
  private let logger: Logger

  /// Selects the list from `options` and the environment. Throws `.invalidRequest` when it cannot be changed.
  init(_ options: GlobalOptions) throws(TuneError) {
    self.init(
      StationListLocation.choose(option: options.stations, environment: CommandContext.environment),
      isChosen: options.stations != nil, logger: Log.logger(level: options.level))
    if path == nil { throw .invalidRequest(message: unchangeable) }
  }

  /// Selects the list at `location`; `isChosen` is true when an option chose it.
  init(_ location: StationListLocation, isChosen: Bool, logger: Logger) {
    self.location = location
    self.isChosen = isChosen
    self.logger = logger
  }

  /// The path of the list; nil for the list that comes with radiod.
  var path: String? { location.path }

  var unchangeable: String {
    isChosen
      ? "the list that comes with radiod stays as it is; leave --stations out to change your own"
      : "there is no place for a list of your own, since HOME is not set; name one with --stations FILE"
  }

  func list() throws(TuneError) -> StationList { try StationList.load(from: location, shipped: Assets.stations) }

  /// Returns the stations that come with radiod, which the user's own list replaces; nil for a named list.
  func beginning() throws(TuneError) -> StationList? {
    if case .named = location { return nil }
    return try StationList.load(from: .shipped, shipped: Assets.stations)
  }

  /// Makes a running daemon reload the list.
  func changed(to list: StationList, beginning: StationList?) {
    if let beginning, case .user(let path) = location {
      logger.notice(
        "\(path) is your own list from now on; it began with the \(beginning.stations.count) stations that come with radiod"
      )
    }
    let socket = CommandContext.folders.webSocket
    if let process = RunningDaemon.reload(at: socket) {
      logger.info("the running radiod (pid \(process)) reloads it")
    }
  }

  /// Changes the list, and makes a running daemon reload it.
  ///
  /// A list of the user that does not exist begins as ``beginning()`` says; with `beginsEmpty` it begins empty, and a
  /// named one with `makesNamed`. Throws `.invalidRequest` when the list cannot be changed, and the errors of
  /// ``StationList/update(path:beginning:_:)``.
  func change(
    beginsEmpty: Bool = false, makesNamed: Bool = false,
    _ body: (inout StationList) throws(TuneError) -> Void
  ) throws(TuneError) {
    guard let path else { throw .invalidRequest(message: unchangeable) }
    let standard = try beginning()
    let beginsEmpty = standard == nil ? makesNamed : beginsEmpty
    var (wasThere, before, after) = (true, StationList(), StationList())
    try StationList.update(path: path, beginning: beginsEmpty ? StationList() : standard) {
      (list, exists) throws(TuneError) in
      (wasThere, before) = (exists, list)
      try body(&list)
      after = list
    }
    if after != before { changed(to: after, beginning: wasThere || beginsEmpty ? nil : before) }
  }

  /// The help text of every command that changes a list.
  static let help = """
    Your list is ~/.config/springradio/stations.json, or the file of --stations. It replaces the built-in list, and \
    begins as a copy of it. A running daemon reloads it.
    """
}
