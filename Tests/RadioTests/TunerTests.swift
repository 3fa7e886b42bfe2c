import AudioCore
import Broadcast
import Downloader
import Foundation
import NIOPosix
import Player
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

/// A tone of `seconds` as an MP3 file in a new temporary folder, made by lame's library through ffmpeg.
private func makeTone(seconds: Int) throws -> String {
  let path = try ProcessRunner.temporaryFolder() + "/tone.mp3"
  let made = try ProcessRunner.run(
    "ffmpeg",
    [
      "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=\(seconds)", "-ac", "2",
      "-b:a",
      "128k", path,
    ])
  try #require(made.exitCode == 0, "\(made.errorText)")
  return path
}

private func makeTuner(
  _ output: OutputSpec, on eventLoops: MultiThreadedEventLoopGroup, stations: [Station] = [],
  retry: RetryLimit = .forever
) -> Tuner {
  var options = TunerOptions()
  options.retry = retry
  options.output = output
  options.stations = stations
  return Tuner(options: options, opener: StreamOpener(downloader: Downloader(eventLoops: eventLoops, environment: [:])))
}

@Suite("The tuner", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct TunerTests {
  private let eventLoops = MultiThreadedEventLoopGroup.singleton

  @Test("the tuner plays every packet of a file, and reports the end")
  func file() async throws {
    let input = try makeTone(seconds: 3)
    let folder = (input as NSString).deletingLastPathComponent
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tuner = makeTuner(.wav(path: folder + "/out.wav"), on: eventLoops)
    let events = tuner.events()
    tuner.send(.play(.file(path: input)))
    #expect(await tuner.run() == .ended)
    let size = try #require(FileManager.default.attributesOfItem(atPath: folder + "/out.wav")[.size] as? Int)
    let seconds = Double(size - 44) / (44100 * 4)
    #expect(seconds >= 3 && seconds < 3.1, "all of the sound, and the encoder's padding")
    var seen: [TunerEvent] = []
    for await event in events { seen.append(event) }
    #expect(seen.first == .snapshot(TunerSnapshot()), "a subscriber gets the snapshot first")
    #expect(seen.contains(.playing(codec: .mp3, format: AudioFormat(sampleRate: 44100, channels: 2))))
    #expect(seen.last == .ended)
    #expect(tuner.snapshot.state == .ended)
  }

  @Test("a source that cannot be played ends the run with the error, which subscribers get as the last event")
  func failure() async {
    let tuner = makeTuner(.silent, on: eventLoops, retry: .never)
    let events = tuner.events()
    tuner.send(.play(.url("http://127.0.0.1:1/")))
    let error = TuneError.refused(host: "127.0.0.1", port: 1)
    #expect(await tuner.run() == .failed(error))
    var last: TunerEvent?
    for await event in events { last = event }
    #expect(last == .failed(error))
    #expect(tuner.snapshot.state == .failed(error))
  }

  @Test("toggle stops the station and releases the whole pipeline; a second toggle reconnects")
  func stop() async throws {
    let path = try makeTone(seconds: 20)
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let broadcaster = Broadcaster(recordings: [.file(path)], group: eventLoops)
    let port = try await broadcaster.start()
    let tuner = makeTuner(.silent, on: eventLoops)
    let life = Task { await tuner.run() }
    tuner.send(.play(.url("http://127.0.0.1:\(port)/")))
    try await eventually { tuner.snapshot.state == .playing }
    #expect(broadcaster.listenerCount == 1)
    weak let playback = tuner.playback
    #expect(playback != nil)

    tuner.send(.toggle)
    try await eventually { tuner.snapshot.state == .stopped && broadcaster.listenerCount == 0 }
    try await eventually { playback == nil }
    var window = TapWindow()
    #expect(tuner.readTap(frames: 1024, into: &window) == .silence)

    tuner.send(.toggle)
    try await eventually { tuner.snapshot.state == .playing && broadcaster.listenerCount == 1 }
    tuner.send(.quit)
    #expect(await life.value == .quit)
    await broadcaster.stop()
  }

  @Test("the tuner obeys volume commands at once, and keeps the volume within bounds")
  func volume() async throws {
    let tuner = makeTuner(.silent, on: eventLoops)
    let life = Task { await tuner.run() }
    tuner.send(.setVolume(50))
    tuner.send(.changeVolume(by: -80))
    tuner.send(.changeVolume(by: 30))
    tuner.send(.toggleMute)
    try await eventually { tuner.snapshot.volume == 30 && tuner.snapshot.isMuted }
    tuner.send(.quit)
    _ = await life.value
  }

  @Test("the tuner retries a station that refuses at first, shows why and when, and plays it")
  func retries() async throws {
    let path = try makeTone(seconds: 20)
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let port = try ScriptedServer.freePort()
    let tuner = makeTuner(.silent, on: eventLoops)
    let life = Task { await tuner.run() }
    tuner.send(.play(.url("http://127.0.0.1:\(port)/")))
    let reason = TuneError.refused(host: "127.0.0.1", port: port).description
    try await eventually { tuner.snapshot.state == .retrying(reason: reason, seconds: 2) }
    try await eventually { tuner.snapshot.state == .retrying(reason: reason, seconds: 1) }
    var address = BroadcastOptions()
    address.port = port
    let broadcaster = Broadcaster(recordings: [.file(path)], options: address, group: eventLoops)
    _ = try await broadcaster.start()
    try await eventually { tuner.snapshot.state == .playing }
    tuner.send(.quit)
    #expect(await life.value == .quit)
    await broadcaster.stop()
  }

  @Test("a station whose sound has run out is shown as buffering")
  func runsOut() async throws {
    let path = try makeTone(seconds: 2)
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let server = try ScriptedServer { call in
      if call.number == 0 {
        call.answer(headers: ["Content-Type: audio/mpeg"])
        call.send(sound)
      }
      call.waitForEnd()
    }
    let tuner = makeTuner(.silent, on: eventLoops)
    let life = Task { await tuner.run() }
    tuner.send(.play(.url(server.url)))
    try await eventually { tuner.snapshot.state == .playing }
    try await eventually { tuner.snapshot.state == .buffering }
    tuner.send(.quit)
    #expect(await life.value == .quit)
  }

  @Test("next tunes in to a station that cannot be played, and previous returns to the one before")
  func neighbours() async throws {
    let path = try makeTone(seconds: 20)
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let broadcaster = Broadcaster(recordings: [.file(path)], group: eventLoops)
    let port = try await broadcaster.start()
    let good = Station(id: "good", name: "Good", url: "http://127.0.0.1:\(port)/")
    let bad = Station(id: "bad", name: "Bad", url: "http://127.0.0.1:1/")
    let tuner = makeTuner(.silent, on: eventLoops, stations: [good, bad])
    let life = Task { await tuner.run() }
    tuner.send(.play(.station(good)))
    try await eventually { tuner.snapshot.state == .playing }
    tuner.send(.next)
    try await eventually { if case .retrying = tuner.snapshot.state { true } else { false } }
    tuner.send(.previous)
    try await eventually { tuner.snapshot.state == .playing && tuner.snapshot.name == "Good" }
    tuner.send(.quit)
    #expect(await life.value == .quit)
    await broadcaster.stop()
  }
}
