import AudioCore
import Daemon
import Glibc
import Logging
import Radio
import Stations
import SystemSupport

/// The station list that commands change: the user's own, or the one that `--stations` names.
struct OwnStations: Sendable {
  /// The path of the list.
  let path: String
  private let isNamed: Bool
  private let logger: Logger
  /// The socket of the daemon that reads the list.
  private let socket: String

  /// Selects the list from `options` and the environment. Throws `.invalidRequest` when the selected list cannot be
  /// changed.
  init(_ options: GlobalOptions) throws(TuneError) {
    try self.init(
      StationListLocation.choose(option: options.stations, environment: CommandContext.environment),
      isChosen: options.stations != nil, logger: Log.logger(level: options.level))
  }

  /// Selects the list at `path` of the daemon that listens at `socket`.
  init(ofDaemonAt socket: String, path: String, logger: Logger) {
    (self.path, isNamed) = (path, false)
    self.logger = logger
    self.socket = socket
  }

  /// Selects the list at `location`; `isChosen` is true when an option chose it. Throws `.invalidRequest` when it
  /// cannot be changed.
  init(_ location: StationListLocation, isChosen: Bool, logger: Logger) throws(TuneError) {
    self.logger = logger
    socket = Folders(environment: CommandContext.environment, userID: geteuid()).webSocket
    switch location {
    case .named(let path): (self.path, isNamed) = (path, true)
    case .user(let path): (self.path, isNamed) = (path, false)
    case .shipped:
      throw .invalidRequest(
        message: !isChosen
          ? "there is no place for a list of your own, since HOME is not set; name one with --stations FILE"
          : "the list that comes with radiod stays as it is; leave --stations out to change your own")
    }
  }

  /// Changes the list, and makes a running daemon reload it.
  ///
  /// When the user's own list does not exist, it begins with the stations that come with radiod, because it replaces
  /// them; with `beginsEmpty` it begins empty. A named list that does not exist begins empty with `makesNamed`. Throws
  /// the errors of ``StationList/update(path:beginning:_:)``.
  func change(
    beginsEmpty: Bool = false, makesNamed: Bool = false,
    _ body: (inout StationList) throws(TuneError) -> Void
  ) throws(TuneError) {
    let empty = StationList()
    let beginning: StationList? =
      if isNamed {
        makesNamed ? empty : nil
      } else {
        beginsEmpty ? empty : try StationList.load(from: .shipped, shipped: Assets.stations)
      }
    var wasThere = true
    var before = empty
    var after = empty
    try StationList.update(path: path, beginning: beginning) { (list, exists) throws(TuneError) in
      wasThere = exists
      before = list
      try body(&list)
      after = list
    }
    guard after != before else { return }
    if !wasThere, !isNamed, !beginsEmpty {
      logger.notice(
        "\(path) is your own list from now on; it began with the \(before.stations.count) stations that come with radiod"
      )
    }
    if let process = RunningDaemon.reload(at: socket) {
      logger.info("the running radiod (pid \(process)) reloads it")
    }
  }

  /// The help text of every command that changes a list.
  static let help = """
    Your list is ~/.config/springradio/stations.json, or the file of --stations. It replaces the built-in list, and \
    begins as a copy of it. A running daemon reloads it.
    """
}
