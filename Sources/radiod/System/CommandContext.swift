import AudioCore
import Broadcast
import CAssets
import Daemon
import Downloader
import Glibc
import Logging
import NIOPosix
import Radio
import Stations

/// What every command works with: the station list, the network, and the demo station when it is asked for.
struct CommandContext {
  /// What the demo station is called on the command line.
  private static let demoID = Station.demoID
  private static let demoName = "SpringRadio demo"

  /// The stations to walk with `n` and `b`: the list of choice, or the shipped one where the user's own cannot be used.
  let list: StationList
  /// What is wrong with the user's own list.
  private let listFault: TuneError?
  private let logger: Logger
  /// One thread serves all sockets; it is started when it is first asked for.
  var eventLoops: MultiThreadedEventLoopGroup { loops.group }
  private let loops = LazyEventLoops()

  /// Reads the station list that `options` and the environment choose. The user's own may be broken, and all works that can do
  /// without it. Throws `TuneError` when the list was chosen by an option.
  init(_ options: GlobalOptions) throws(TuneError) {
    logger = Log.logger(level: options.level)
    let location = StationListLocation.choose(option: options.stations, environment: Self.environment)
    do throws(TuneError) {
      list = try StationList.load(from: location, shipped: Assets.stations)
      listFault = nil
    } catch {
      guard case .user = location else { throw error }
      list = try StationList.load(from: .shipped, shipped: Assets.stations)
      listFault = error
    }
  }

  /// What a service works with, which reads its station list itself.
  init(threshold: LogThreshold) {
    logger = Log.logger(threshold: threshold)
    list = StationList()
    listFault = nil
  }

  /// The list of choice and no other. Throws `TuneError` when it cannot be used.
  func chosenList() throws(TuneError) -> StationList {
    if let listFault { throw listFault }
    return list
  }

  /// The entry that `word` means in the list of choice; of the demo, which is in none, what an entry would say, without an address.
  /// Throws `TuneError`.
  func entry(_ word: String) throws(TuneError) -> Station {
    word == Self.demoID ? Station(id: Self.demoID, name: Self.demoName, url: "") : try chosenList().find(word)
  }

  /// The station that `word` means in the list of choice. For `demo` the built-in station is started.
  func station(_ word: String) async throws -> Station {
    word == Self.demoID ? try await demo() : try chosenList().find(word)
  }

  /// The process's environment, as it was when it was first asked for: nothing here changes it.
  static let environment: [String: String] = {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return result
  }()

  /// Fetches things by the environment's rules.
  var downloader: Downloader { Downloader(eventLoops: eventLoops, environment: Self.environment) }

  /// Opens streams by them.
  var opener: StreamOpener { opener(maximumKilobits: nil) }

  /// The same, where a station that offers several qualities may take so many kbit/s.
  /// `inputFormat` says what standard input is when it is samples without a head.
  func opener(maximumKilobits: Int?, inputFormat: RawSampleFormat? = nil) -> StreamOpener {
    var opener = StreamOpener(downloader: downloader, maximumKilobits: maximumKilobits)
    opener.inputFormat = inputFormat
    return opener
  }

  /// What `word` means. For `demo`, and for no word at all when the list has no favourite, the built-in station is started.
  ///
  /// A list that cannot be used is an error where it is needed, and else a warning.
  func source(for word: String?) async throws -> Source {
    if let listFault {
      if Self.isListNeeded(for: word) { throw listFault }
      logger.warning("\(listFault.description); going on with the stations that come with radiod")
    }
    if let word, word != Self.demoID { return try SourceResolver(list: list).resolve(word) }
    if word == nil, let favourite = list.stations.first(where: \.favourite) { return .station(favourite) }
    return .station(try await demo())
  }

  /// Starts the built-in station.
  func demo() async throws -> Station {
    let broadcaster = Broadcaster.demo(bytes: Assets.demoSong, group: eventLoops)
    let port = try await broadcaster.start()
    return Station(id: Self.demoID, name: Self.demoName, url: "http://127.0.0.1:\(port)/")
  }

  /// True when `word` may mean a station of the list, as ``SourceResolver`` reads it; no word means the first favourite.
  private static func isListNeeded(for word: String?) -> Bool {
    guard let word else { return true }
    if word == demoID || word == "-" || word.contains("/") { return false }
    return access(word, F_OK) != 0 || Station.idFault(word) == nil
  }
}

/// Files that are part of the program.
enum Assets {
  /// stations.json as it was shipped.
  static var stations: [UInt8] {
    Array(UnsafeBufferPointer(start: cassets_stations_bytes(), count: cassets_stations_size()))
  }
  /// The demo station's music, an MP3 file.
  static var demoSong: EmbeddedBytes { EmbeddedBytes(start: cassets_demo_bytes(), count: cassets_demo_size()) }
}
