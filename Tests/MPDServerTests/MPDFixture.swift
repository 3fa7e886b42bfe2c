import AudioCore
import Downloader
import Logging
import MPDServer
import NIOPosix
import Parser
import Pictures
import Player
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

/// A radio with a few stations, one of which plays, and the server under test.
final class MPDFixture: Sendable {
  static let eventLoops = MultiThreadedEventLoopGroup.singleton

  let tuner: Tuner
  let server: MPDServer
  let port: Int
  let folder: Scratch
  /// The station that plays: a tone of 30 s with a title.
  let source: ScriptedServer
  /// The files of the stations' pictures.
  let pictures: PictureFileStore
  private let life: Task<TunerOutcome, Never>

  /// The title that the first station sends.
  static let title = "The Artist - The Song"

  /// Starts the radio, which keeps `past` of its sound, and its MPD server. Requests for other paths than `/stream` and
  /// `/announcement` are answered by `script`.
  init(
    hasStations: Bool = true, past: Duration = .zero,
    script: @escaping @Sendable (ScriptedCall) -> Void = { $0.answer("404 Not Found") },
    _ change: (inout MPDOptions) -> Void = { _ in }
  ) async throws {
    folder = try Scratch()
    let sound = try SignalSource.shared.bytes(
      .init(.tones([440], amplitude: 0.1), seconds: 30), as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(sound, interval: 16000, titles: [ICYBody.Title(Self.title, at: 0)])
    source = try ScriptedServer { call in
      guard ["/stream", "/announcement"].contains(call.request.path) else { return script(call) }
      call.station(headers: ["icy-metaint: 16000"], body: body)
    }
    let downloader = Downloader(eventLoops: Self.eventLoops, environment: [:])
    pictures = PictureFileStore(
      downloader: downloader, cache: PictureCache(folder: folder.path("pictures")), fetchTime: .seconds(5))
    var options = TunerOptions()
    options.output = .silent
    options.endsWithFirstSource = false
    options.bufferLimits.past = past
    if hasStations { options.stations = Self.stations(source) }
    tuner = Tuner(options: options, opener: StreamOpener(downloader: downloader))
    life = Task { [tuner] in await tuner.run() }
    var frontends = MPDOptions()
    frontends.port = 0
    change(&frontends)
    if frontends.socketPath != nil { frontends.socketPath = folder.path("mpd.sock") }
    server = MPDServer(
      tuner: tuner, playlists: PlaylistFolder(path: folder.path("playlists")), pictures: pictures,
      outputName: "silent", options: frontends, group: Self.eventLoops,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    port = try await server.start() ?? 0
  }

  /// Three stations, of which only the first one plays.
  static func stations(_ source: ScriptedServer) -> [Station] {
    [
      Station(
        id: "tone", name: "The Tone", url: source.url("/stream", credentials: "me:secret"),
        image: source.url("/logo"), tags: ["Sine", "Calm"]),
      Station(id: "jazz", name: "Jazz Café", url: "http://127.0.0.1:1/jazz", tags: ["Jazz"]),
      Station(id: "news", name: "News \"24\"", url: "http://127.0.0.1:1/news"),
    ]
  }

  /// A picture: a file in PNG of more than 20,000 bytes.
  static func logo() throws -> [UInt8] {
    let pixels = (0..<3 * 90 * 80).map { UInt8(truncatingIfNeeded: 7 * $0) }
    return PNGEncoder.file(try #require(Picture(width: 90, height: 80, pixels: pixels)))
  }

  /// A client that has received the greeting.
  func client() throws -> MPDTestClient { try MPDTestClient(LineClient(port: port)) }

  /// True when the server has no more clients within 5 s.
  func isLeft() async -> Bool {
    let deadline = ContinuousClock.now + TestTime.seconds(5)
    while await server.clientCount > 0 {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return true
  }

  /// Stops the server and the radio.
  func end() async {
    await server.stop()
    tuner.send(.quit)
    _ = await life.value
    await pictures.close()
    source.stop()
  }

  /// Runs `body` with a fixture, and ends the fixture.
  static func with(
    hasStations: Bool = true, past: Duration = .zero, _ change: (inout MPDOptions) -> Void = { _ in },
    script: @escaping @Sendable (ScriptedCall) -> Void = { $0.answer("404 Not Found") },
    _ body: (MPDFixture) async throws -> Void
  ) async throws {
    let fixture = try await MPDFixture(hasStations: hasStations, past: past, script: script, change)
    do {
      try await body(fixture)
    } catch {
      await fixture.end()
      throw error
    }
    await fixture.end()
  }
}
