import AudioCore
import Downloader
import Logging
import MPDServer
import NIOPosix
import Player
import Radio
import Stations
import TestSupport

/// A radio with a few stations, one of which plays, and the server under test.
final class MPDFixture: Sendable {
  static let eventLoops = MultiThreadedEventLoopGroup.singleton

  let tuner: Tuner
  let server: MPDServer
  let port: Int
  let folder: Scratch
  /// The station that plays: a tone of 30 s with a title.
  let source: ScriptedServer
  private let life: Task<TunerOutcome, Never>

  /// The title that the first station sends.
  static let title = "The Artist - The Song"

  /// Starts the radio and its MPD server.
  init(hasStations: Bool = true, _ change: (inout MPDOptions) -> Void = { _ in }) async throws {
    folder = try Scratch()
    let sound = try SignalSource.shared.bytes(
      .init(.tones([440], amplitude: 0.1), seconds: 30), as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(sound, interval: 16000, titles: [ICYBody.Title(Self.title, at: 0)])
    source = try ScriptedServer { call in call.station(headers: ["icy-metaint: 16000"], body: body) }
    var options = TunerOptions()
    options.output = .silent
    options.endsWithFirstSource = false
    if hasStations { options.stations = Self.stations(source) }
    tuner = Tuner(
      options: options, opener: StreamOpener(downloader: Downloader(eventLoops: Self.eventLoops, environment: [:])))
    life = Task { [tuner] in await tuner.run() }
    var frontends = MPDOptions()
    frontends.port = 0
    change(&frontends)
    if frontends.socketPath != nil { frontends.socketPath = folder.path("mpd.sock") }
    server = MPDServer(
      tuner: tuner, playlists: PlaylistFolder(path: folder.path("playlists")), outputName: "silent", options: frontends,
      group: Self.eventLoops, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    port = try await server.start() ?? 0
  }

  /// Three stations, of which only the first one plays.
  static func stations(_ source: ScriptedServer) -> [Station] {
    [
      Station(
        id: "tone", name: "The Tone", url: source.url("/stream", credentials: "me:secret"), tags: ["Sine", "Calm"]),
      Station(id: "jazz", name: "Jazz Café", url: "http://127.0.0.1:1/jazz", tags: ["Jazz"]),
      Station(id: "news", name: "News \"24\"", url: "http://127.0.0.1:1/news"),
    ]
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
    source.stop()
  }

  /// Runs `body` with a fixture, and ends the fixture.
  static func with(
    hasStations: Bool = true, _ change: (inout MPDOptions) -> Void = { _ in },
    _ body: (MPDFixture) async throws -> Void
  ) async throws {
    let fixture = try await MPDFixture(hasStations: hasStations, change)
    do {
      try await body(fixture)
    } catch {
      await fixture.end()
      throw error
    }
    await fixture.end()
  }
}
