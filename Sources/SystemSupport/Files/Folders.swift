import Glibc

/// The folders in which the program keeps its sockets, state and settings, by the XDG Base Directory Specification.
public struct Folders: Sendable, Equatable {
  /// The name of the program's own folder in each of the others.
  private static let name = "springradio"
  /// The folder of the sockets of the system daemon.
  private static let systemRuntime = "/run/springradio"
  /// The folder of the settings of the system daemon.
  private static let systemConfiguration = "/etc/springradio"

  /// The variable that names the folder of all programs' settings.
  private static let configKey = "XDG_CONFIG_HOME"
  /// The place of that folder in the user's home when the variable is not set.
  private static let defaultConfig = ".config"

  /// The folder of the sockets and the lock: removed with the login session.
  public var runtime: String
  /// The folder of what is remembered between runs.
  public var state: String
  /// The folder of the files that the user writes.
  public var config: String
  /// The folder of data that can be fetched again.
  public var cache: String
  /// The user's home; nil when there is none.
  package let home: String?
  /// The file that names the user's folders for music and other things; nil when there is no folder for it.
  package let userFolders: String?
  /// True for the system service, whose settings are in /etc.
  package var isSystem = false

  /// Makes the folders that `environment` asks for (`XDG_RUNTIME_DIR`, `XDG_STATE_HOME`, `XDG_CONFIG_HOME`,
  /// `XDG_CACHE_HOME`; relative paths are ignored), or the usual folders of the user `userID`. None of them need exist.
  public init(environment: [String: String], userID: UInt32) {
    self.init(environment: environment, userID: userID, isFolder: Self.isFolder)
  }

  /// The same with a test's own `isFolder`.
  package init(environment: [String: String], userID: UInt32, isFolder: (String) -> Bool) {
    let session = "/run/user/\(userID)"
    runtime =
      if let folder = Self.absolute("XDG_RUNTIME_DIR", environment) {
        folder + "/" + Self.name
      } else if isFolder(session) {
        session + "/" + Self.name
      } else {
        "/tmp/\(Self.name)-\(userID)"
      }
    let home = Self.absolute("HOME", environment) ?? Self.home(ofUser: userID)
    self.home = home
    userFolders = (Self.absolute(Self.configKey, environment) ?? home.map { "\($0)/\(Self.defaultConfig)" })
      .map { "\($0)/user-dirs.dirs" }
    let own = runtime
    func folder(_ key: String, under usual: String) -> String {
      Self.folder(key, under: usual, environment: environment, home: home) ?? own
    }
    state = folder("XDG_STATE_HOME", under: ".local/state")
    config = folder(Self.configKey, under: Self.defaultConfig)
    cache = folder("XDG_CACHE_HOME", under: ".cache")
    isSystem = config == Self.systemConfiguration
  }

  /// Returns the folder of the files that the user writes; nil when `environment` names neither it nor the user's home.
  public static func config(in environment: [String: String]) -> String? {
    folder(configKey, under: defaultConfig, environment: environment, home: absolute("HOME", environment))
  }

  /// The folders in which a client looks for the daemon, in order: the user's own first, then the system's.
  public var runtimeCandidates: [String] {
    runtime == Self.systemRuntime ? [runtime] : [runtime, Self.systemRuntime]
  }

  /// Returns the path of the socket of the web server and of `radiod ctl` in a runtime folder.
  public static func webSocket(in runtime: String) -> String { runtime + "/radiod.sock" }
  /// The socket of the web server and of `radiod ctl`.
  public var webSocket: String { Self.webSocket(in: runtime) }
  /// The socket of the MPD server.
  public var mpdSocket: String { runtime + "/mpd.sock" }
  /// The lock file in ``runtime``, held by the only daemon with these sockets.
  public var lock: String { runtime + "/radiod.lock" }
  /// The file with the last source and the volume.
  public var stateFile: String { state + "/state.json" }
  /// The file in which `play` remembers the volume.
  public var playMemory: String { state + "/play.json" }
  /// The file in which the view in a terminal remembers theme, visualizer, pane and sizes.
  public var viewMemory: String { state + "/view.json" }
  /// The last valid copy of the daemon's station list.
  public var goodStations: String { state + (isSystem ? "/stations.good.json" : "/stations.json") }
  /// The history of titles.
  public var history: String { state + "/history.jsonl" }
  /// The stations that were played last.
  public var recent: String { state + "/recent.json" }
  /// The listens that wait for a ListenBrainz server.
  public var scrobbles: String { state + "/scrobbles.json" }
  /// The sessions of browsers.
  public var sessions: String { state + "/sessions.json" }
  /// The times of the clicks that were sent to the directory.
  public var clicks: String { state + "/clicks.json" }
  /// The lock file in ``state``, held by the only daemon that keeps its state there.
  public var stateLock: String { state + "/radiod.lock" }
  /// The folder of saved queues.
  public var playlists: String { state + "/playlists" }
  /// The settings file.
  public var settings: String { config + "/config.json" }
  /// The cached search results of the directory.
  public var searches: String { cache + "/searches" }
  /// The cached pictures of stations.
  public var pictures: String { cache + "/pictures" }
  /// The station list that the daemon reads and may write: the user's own. No program writes below /etc, so the system
  /// service has its own copy of the administrator's list, ``stationSeed``.
  public var stations: String { isSystem ? state + "/stations.json" : config + "/stations.json" }
  /// The list from which a missing ``stations`` file is created; nil where both are the same file.
  public var stationSeed: String? { isSystem ? config + "/stations.json" : nil }

  /// Returns the program's folder in the folder that the variable `key` names, else in the folder `usual` of `home`.
  private static func folder(
    _ key: String, under usual: String, environment: [String: String], home: String?
  ) -> String? {
    if let folder = absolute(key, environment) { return folder + "/" + name }
    return home.map { "\($0)/\(usual)/\(name)" }
  }

  /// Returns the absolute path in the variable `key`, without slashes at its end; nil when there is none.
  private static func absolute(_ key: String, _ environment: [String: String]) -> String? {
    guard let path = environment[key], path.hasPrefix("/") else { return nil }
    let end = path.lastIndex { $0 != "/" }.map(path.index(after:)) ?? path.startIndex
    return String(path[..<end])
  }

  private static func isFolder(_ path: String) -> Bool {
    stat(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  private static func home(ofUser userID: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getpwuid_r(userID, &entry, &buffer, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir else {
      return nil
    }
    let path = String(cString: home)
    return path.hasPrefix("/") && path != "/" ? path : nil
  }
}
