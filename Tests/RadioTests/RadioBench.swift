import AudioCore
import Downloader
import NIOPosix
import Player
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

/// A running radio with stations that play forever.
final class RadioBench: Sendable {
  let server: ScriptedServer
  let stations: [Station]
  let tuner: Tuner
  let life: Task<TunerOutcome, Never>

  /// Starts a radio with `count` stations, which send as fast as they can, or at the pace of the sound when `isPaced`.
  /// `change` may change its options.
  init(stations count: Int = 3, isPaced: Bool = false, change: (inout TunerOptions) -> Void = { _ in }) throws {
    let kilobits = 128
    let audio = try SignalSource.shared.bytes(SoundPipeline.recording, as: .mp3(kilobits: kilobits))
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      guard isPaced else { return call.sendForever(audio) }
      call.broadcast(Array(audio), bytesPerSecond: kilobits * 125, burst: kilobits * 250)
    }
    self.server = server
    stations = (0..<count).map { Station(id: "s\($0)", name: "S\($0)", url: server.url("/s\($0)")) }
    var options = TunerOptions()
    options.output = .silent
    options.stations = stations
    options.endsWithFirstSource = false
    change(&options)
    let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
    let tuner = Tuner(options: options, opener: StreamOpener(downloader: downloader))
    self.tuner = tuner
    life = Task { await tuner.run() }
  }

  /// The paths of all requests to the stations, in order.
  var paths: [String] { server.requests.map(\.path) }

  /// The names in the queue.
  var queue: [String] { tuner.snapshot.queue.entries.map(\.source.displayName) }

  /// Waits until `name` plays.
  func plays(_ name: String) async throws {
    try await eventually("\(name) plays") { tuner.snapshot.state == .playing && tuner.snapshot.name == name }
  }

  /// Ends the radio and the stations.
  func end() async {
    tuner.send(.quit)
    _ = await life.value
    server.stop()
  }
}

/// Waits until `condition` holds, for at most 10 s.
func eventually(
  _ what: Comment = "the condition comes true in 10 s", sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () -> Bool
) async throws {
  let deadline = ContinuousClock.now + TestTime.seconds(10)
  while !condition() {
    try #require(ContinuousClock.now < deadline, what, sourceLocation: sourceLocation)
    try await Task.sleep(for: .milliseconds(3))
  }
}
