import Glibc

/// Where the daemon keeps its sockets, its memory and its settings.
public struct Folders: Sendable, Equatable {
  /// The name of our own folder in each of the others.
  private static let name = "springradio"
  /// Where the system's own daemon has its sockets.
  private static let systemRuntime = "/run/springradio"
  /// Where the settings of the system's own daemon are.
  private static let systemConfiguration = "/etc/springradio"

  /// Sockets and lock: gone with the session.
  public var runtime: String
  /// What is remembered from run to run.
  public var state: String
  /// What the user writes.
  public var config: String
  /// What can be had again.
  public var cache: String
  /// True for the service of the machine, whose settings are in /etc.
  package var isSystem = false

  /// The folders that `environment` asks for (`XDG_RUNTIME_DIR`, `XDG_STATE_HOME`, `XDG_CONFIG_HOME`, `XDG_CACHE_HOME`; relative
  /// ones do not count), or the usual ones of the user `userID`. None of them need exist.
  public init(environment: [String: String], userID: UInt32) {
    self.init(environment: environment, userID: userID, isFolder: Self.isFolder)
  }

  /// The same with the test's own `isFolder`.
  package init(environment: [String: String], userID: UInt32, isFolder: (String) -> Bool) {
    func absolute(_ key: String) -> String? {
      guard let path = environment[key], path.hasPrefix("/") else { return nil }
      let end = path.lastIndex { $0 != "/" }.map(path.index(after:)) ?? path.startIndex
      return String(path[..<end])
    }
    let session = "/run/user/\(userID)"
    runtime =
      if let folder = absolute("XDG_RUNTIME_DIR") {
        folder + "/" + Self.name
      } else if isFolder(session) {
        session + "/" + Self.name
      } else {
        "/tmp/\(Self.name)-\(userID)"
      }
    let home = absolute("HOME") ?? Self.home(ofUser: userID)
    let own = runtime
    func folder(_ key: String, under usual: String) -> String {
      if let folder = absolute(key) { return folder + "/" + Self.name }
      return home.map { "\($0)/\(usual)/\(Self.name)" } ?? own
    }
    state = folder("XDG_STATE_HOME", under: ".local/state")
    config = folder("XDG_CONFIG_HOME", under: ".config")
    cache = folder("XDG_CACHE_HOME", under: ".cache")
    isSystem = config == Self.systemConfiguration
  }

  /// Where a client looks for the daemon, one after the other: the user's own first, then the system's.
  public var runtimeCandidates: [String] {
    runtime == Self.systemRuntime ? [runtime] : [runtime, Self.systemRuntime]
  }

  /// The socket of the web server and of `radiod ctl`, in a runtime folder.
  public static func webSocket(in runtime: String) -> String { runtime + "/radiod.sock" }
  /// The socket of the web server and of `radiod ctl`.
  public var webSocket: String { Self.webSocket(in: runtime) }
  /// The socket of MPD's protocol.
  public var mpdSocket: String { runtime + "/mpd.sock" }
  /// Locked by the one daemon there is.
  public var lock: String { runtime + "/radiod.lock" }
  /// What was played, and how loud.
  public var stateFile: String { state + "/state.json" }
  /// What `play` remembers: how loud it was.
  public var playMemory: String { state + "/play.json" }
  /// The service's station list, as it was when it was good last.
  public var goodStations: String { state + (isSystem ? "/stations.good.json" : "/stations.json") }
  /// What was heard.
  public var history: String { state + "/history.jsonl" }
  /// Saved queues.
  public var playlists: String { state + "/playlists" }
  /// The settings.
  public var settings: String { config + "/config.json" }
  /// What the directory answered to searches.
  public var searches: String { cache + "/searches" }
  /// The station list that the service reads, and may write: the user's own; the system's service has its own copy of
  /// the administrator's, ``stationSeed``, since no program writes below /etc.
  public var stations: String { isSystem ? state + "/stations.json" : config + "/stations.json" }
  /// The list that the one at ``stations`` begins with where it is missing; nil where these are the same.
  public var stationSeed: String? { isSystem ? config + "/stations.json" : nil }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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
