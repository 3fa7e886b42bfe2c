import AudioCore
import Broadcast
import CAssets
import Downloader
import Glibc
import NIOPosix
import Radio
import Stations

/// What every command works with: the station list, the network, and the demo station when it is asked for.
struct Studio {
  /// What the demo station is called on the command line.
  private static let demoID = "demo"

  /// The stations to choose from.
  let list: StationList
  /// One thread serves all sockets.
  let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Reads the station list that `options` and the environment choose. Throws `TuneError`.
  init(_ options: GlobalOptions) throws(TuneError) {
    list = try StationList.load(
      from: .choose(option: options.stations, environment: Self.environment), shipped: Assets.stations)
  }

  /// The process's environment.
  static var environment: [String: String] {
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
  }

  /// Opens streams by the environment's rules.
  var opener: StreamOpener {
    StreamOpener(downloader: Downloader(eventLoops: eventLoops, environment: Self.environment))
  }

  /// What `word` means. For `demo`, and for no word at all when the list has no favourite, the built-in station is started.
  func source(for word: String?) async throws -> Source {
    if let word, word != Self.demoID { return try SourceResolver(list: list).resolve(word) }
    if word == nil, let favourite = list.stations.first(where: \.favourite) { return .station(favourite) }
    let broadcaster = Broadcaster.demo(bytes: Assets.demoSong, group: eventLoops)
    let port = try await broadcaster.start()
    return .station(Station(id: Self.demoID, name: "SpringRadio demo", url: "http://127.0.0.1:\(port)/"))
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
