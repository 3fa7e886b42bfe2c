import AudioCore
import Broadcast
import Daemon
import Downloader
import Glibc
import Logging
import NIOPosix
import Radio
import RadioModel
import Stations
import SystemSupport

/// The objects that every command uses: the station list, the network, and the demo station on demand.
struct CommandContext {
  /// The stations for the keys `n` and `b`: the selected list, or the shipped one when the user's own is invalid. The
  /// first access reads it, which takes 1 ms.
  var list: StationList { loaded.value.list }
  /// The place of the selected list.
  let location: StationListLocation
  /// The error of the user's own list.
  var listFault: TuneError? { loaded.value.fault }
  private let loaded: Lazy<(list: StationList, fault: TuneError?)>
  let logger: Logger
  /// The event loop of the stations' sockets: one thread, which starts at the first access.
  var eventLoops: MultiThreadedEventLoopGroup { loops.value }
  /// The event loop of a daemon's clients: another thread, so that the sound waits for none of them.
  var serverLoops: MultiThreadedEventLoopGroup { serving.value }
  private let loops: LazyEventLoops
  private let serving = LazyEventLoops()

  /// Chooses the station list by `options` and the environment. An invalid list of the user is not an error here:
  /// functions that do not need it still work. Throws `TuneError` for an invalid list that an option selected.
  init(_ options: GlobalOptions) throws(TuneError) { try self.init(options.choice) }

  /// Chooses the station list by `options` and the environment, as for options of the command line. `loops` is the
  /// event loop of the stations' sockets.
  init(_ options: GlobalOptions.Choice, loops: LazyEventLoops = LazyEventLoops()) throws(TuneError) {
    self.loops = loops
    logger = Log.logger(level: options.level)
    location = StationListLocation.choose(option: options.stations, environment: Self.environment)
    loaded = try Self.stations(at: location)
  }

  /// Creates the context of the daemon, which reads its station list itself.
  init(threshold: LogThreshold) {
    loops = LazyEventLoops()
    logger = Log.logger(threshold: threshold)
    location = .shipped
    loaded = Lazy { (StationList(), nil) }
  }

  /// Returns the list at `location` and, where the user's own is invalid, the shipped one and the error. A list that the
  /// user named is read at once; throws `TuneError` when it is invalid.
  private static func stations(
    at location: StationListLocation
  ) throws(TuneError) -> Lazy<(list: StationList, fault: TuneError?)> {
    if case .named = location {
      let list = try StationList.load(from: location, shipped: Assets.stations)
      return Lazy { (list, nil) }
    }
    return Lazy {
      do throws(TuneError) {
        return (try StationList.load(from: location, shipped: Assets.stations), nil)
      } catch {
        return ((try? StationList.load(from: .shipped, shipped: Assets.stations)) ?? StationList(), error)
      }
    }
  }

  /// Returns the selected list and never another. Throws `TuneError` when it is invalid.
  func chosenList() throws(TuneError) -> StationList {
    if let listFault { throw listFault }
    return list
  }

  /// Returns the entry that `word` means in the selected list. For the demo, which is in no list, it returns an entry
  /// without an address. Throws `TuneError`.
  func entry(_ word: String) throws(TuneError) -> Station {
    word == Station.demoID ? Station.demo : try chosenList().find(word)
  }

  /// Returns the station that `word` means in the selected list. For `demo` it starts the built-in station.
  func station(_ word: String) async throws -> Station {
    word == Station.demoID ? try await demo() : try chosenList().find(word)
  }

  /// The environment of the process.
  static var environment: [String: String] { ProcessEnvironment.variables }

  /// The folders of the user.
  static var folders: Folders { Folders(environment: environment, userID: geteuid()) }

  /// Returns a reader of the settings, with `flags` as those of the command line.
  static func settingsReader(flags: [Setting: String] = [:]) -> SettingsReader {
    SettingsReader(flags: flags, environment: environment, path: folders.settings)
  }

  /// A downloader with the proxy and certificate settings of the environment.
  var downloader: Downloader { Downloader(eventLoops: eventLoops, environment: Self.environment) }

  /// Opens streams with ``downloader``.
  var opener: StreamOpener { opener(maximumKilobits: nil) }

  /// Opens streams with ``downloader``. `maximumKilobits` limits the bit rate of a station that offers several
  /// qualities. `inputFormat` is the format of standard input when it consists of raw samples without a header.
  func opener(maximumKilobits: Int?, inputFormat: RawSampleFormat? = nil) -> StreamOpener {
    var opener = StreamOpener(downloader: downloader, maximumKilobits: maximumKilobits)
    opener.inputFormat = inputFormat
    return opener
  }

  /// Returns the source that `word` means. It starts the built-in station for `demo`, and for no word when the list has
  /// no favourite.
  ///
  /// An invalid list is an error when the list is needed, and otherwise a warning.
  func source(for word: String?) async throws -> Source {
    if let word, let source = try sourceWithoutList(word) {
      warnOfListFault()
      return source
    }
    if let listFault, word != Station.demoID { throw listFault }
    warnOfListFault()
    if let word, word != Station.demoID { return try SourceResolver(list: list).resolve(word) }
    if word == nil, let favourite = list.stations.first(where: \.favourite) { return .station(favourite) }
    return .station(try await demo())
  }

  /// Returns the source that `word` means when that is not a station of the list: an address, a file, or standard
  /// input.
  func sourceWithoutList(_ word: String) throws(TuneError) -> Source? {
    word == Station.demoID ? nil : try SourceResolver.resolveWithoutList(word)
  }

  /// Warns when the user's own list is invalid, and is not needed.
  func warnOfListFault() {
    guard location.hasUserList, let listFault else { return }
    logger.warning("\(listFault.description); going on with the stations that come with radiod")
  }

  /// Starts the built-in station.
  func demo() async throws -> Station {
    let broadcaster = Broadcaster.demo(bytes: Assets.demoSong, group: eventLoops)
    let port = try await broadcaster.start()
    return Station(id: Station.demoID, name: Station.demo.name, url: "http://127.0.0.1:\(port)/")
  }
}
