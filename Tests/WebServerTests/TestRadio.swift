import AudioCore
import Broadcast
import CAssets
import Directory
import Downloader
import Logging
import NIOCore
import NIOPosix
import Parser
import Pictures
import Player
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import WebServer

/// A radio with its web server, and a station it can play, all in this process.
final class TestRadio: Sendable {
  static let names = ["First One", "Second One", "Third Ünique"]

  let tuner: Tuner
  let history = TitleHistory(path: nil)
  let recent = RecentStations(path: nil)
  let log = LogStore(started: 0)
  let library: StationLibrary
  let listPath: String
  let searches: SearchCache
  let socketPath: String
  let port: Int
  private let folder: Scratch
  private let server: WebServer
  private let broadcaster: Broadcaster
  private let running: Mutex<Task<TunerOutcome, Never>?>
  private let group: MultiThreadedEventLoopGroup

  private init(
    _ change: (inout WebOptions) -> Void, directory: String?, isDeaf: Bool, image: String,
    pictures: any StationPictureFiles, past: Duration, recordings: (any RecordingService)?
  ) async throws {
    folder = try Scratch()
    socketPath = folder.path("radiod.sock")
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    broadcaster = Broadcaster.demo(
      bytes: EmbeddedBytes(start: cassets_demo_bytes(), count: cassets_demo_size()), group: group)
    let stationPort = try await broadcaster.start()
    var options = TunerOptions()
    options.output = .silent
    options.bufferLimits.past = past
    options.endsWithFirstSource = false
    options.volume = 70
    options.stations = Self.names.enumerated().map { place, name in
      Station(
        id: ["first", "second", "third"][place], name: name, url: "http://user:secret@127.0.0.1:\(stationPort)/stream",
        homepage: "https://example.org/", image: image, tags: ["ambient", "test"],
        country: "DE", language: "de", favourite: place == 1)
    }
    let tuner = Tuner(
      options: options, opener: StreamOpener(downloader: Downloader(eventLoops: group, environment: [:])))
    self.tuner = tuner
    running = Mutex(isDeaf ? nil : Task { await tuner.run() })
    var web = WebOptions()
    web.socketPath = socketPath
    web.host = "127.0.0.1"
    web.port = 0
    web.names = ["radio.example"]
    change(&web)
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let demo = Station(id: Station.demoID, name: "Demo", url: "http://127.0.0.1:\(stationPort)/")
    listPath = folder.path("stations.json")
    let list = StationList(stations: options.stations)
    try list.save(to: listPath)
    library = StationLibrary(StationFileOrigin(path: listPath), list: list) { tuner.reload(stations: $0) }
    searches = SearchCache(folder: folder.path("searches"))
    let downloader = Downloader(eventLoops: group, environment: [:])
    var finder = StationFinder(
      directory: try directory.map { [searches] address in
        StationDirectory(
          downloader: downloader, servers: try DirectoryServers(address: address), cache: searches, note: { _ in })
      }, opener: StreamOpener(downloader: downloader))
    finder.checkTime = .seconds(3) * TestTime.scale
    let radio = RadioHost(
      tuner, library: library, history: history, recent: recent, log: log, finder: finder, demo: { demo },
      recordings: recordings)
    server = WebServer(radio, pictures: pictures, options: web, group: group, logger: logger)
    port = try await server.start() ?? 0
  }

  private func end() async {
    await server.stop()
    let task = running.withLock { $0 } ?? Task { [tuner] in await tuner.run() }
    await tuner.answer()  // a full command queue would not accept the next command
    tuner.send(.quit)
    _ = await task.value
    await broadcaster.stop()
    try? await group.shutdownGracefully()
  }

  /// Runs `body` with a running radio, and stops the radio. `directory` is the address of the directory; nil turns it
  /// off. A deaf radio carries out no command before the end. `image` is the address of all stations' pictures, `past`
  /// how much of the sound is kept, and `recordings` what keeps and records it.
  static func with(
    _ change: (inout WebOptions) -> Void = { _ in }, directory: String? = nil, isDeaf: Bool = false,
    image: String = "https://example.org/logo.png", pictures: any StationPictureFiles = NoPictureFiles(),
    past: Duration = .zero, recordings: (any RecordingService)? = nil, _ body: (TestRadio) async throws -> Void
  ) async throws {
    let radio = try await TestRadio(
      change, directory: directory, isDeaf: isDeaf, image: image, pictures: pictures, past: past,
      recordings: recordings)
    do {
      try await body(radio)
    } catch {
      await radio.end()
      throw error
    }
    await radio.end()
  }

  /// Plays the first station, and waits until it plays with a title.
  func play() {
    tuner.send(.play(.station(tuner.snapshot.stations[0])))
    _ = ProcessRunner.eventually { tuner.snapshot.state == .playing && tuner.snapshot.title != nil }
  }

  /// The result of curl over the Unix socket.
  func curl(_ arguments: String...) throws -> ProcessRunner.Result {
    try ProcessRunner.run("curl", ["-s", "-m", "10", "--unix-socket", socketPath] + arguments, limit: .seconds(15))
  }
}
