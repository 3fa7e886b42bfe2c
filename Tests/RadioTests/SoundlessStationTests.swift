import AudioCore
import Downloader
import Foundation
import NIOPosix
import Parser
import Player
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite(
  "A station whose packets give no sound", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct SoundlessStationTests {
  /// `seconds` of AAC frames at 44.1 kHz in stereo that are cut off after the name of their first element.
  private static func cut(seconds: Double) -> [UInt8] {
    let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x3F, 0xFC, 0x21, 0x00]
    return (0..<Int(seconds * 44100 / 1024)).flatMap { _ in frame }
  }

  private static func good() throws -> [UInt8] {
    try SignalSource.shared.bytes(.init(.music, seconds: 3), as: .aac(kilobits: 128))
  }

  private func tuner(_ urls: [String], hasOneTry: Bool = false) -> (Tuner, Station) {
    var station = Station(id: "s", name: "S", url: urls[0])
    station.alternates = Array(urls.dropFirst())
    var options = TunerOptions()
    options.output = .silent
    options.stations = [station]
    options.retry = hasOneTry ? .never : .forever
    let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
    return (Tuner(options: options, opener: StreamOpener(downloader: downloader)), station)
  }

  @Test("a station that never gave sound fails with its reason and code 65", arguments: [true, false])
  func never(hasOneTry: Bool) async throws {
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/aac"])
      call.sendForever(Self.cut(seconds: 10), limit: 100_000)
      call.waitForEnd()
    }
    let (tuner, station) = tuner([server.url], hasOneTry: hasOneTry)
    tuner.send(.play(.station(station)))
    let life = Task { await tuner.run() }
    let limit = Task {
      try await Task.sleep(for: TestTime.seconds(15))
      tuner.send(.quit)
    }
    let outcome = await life.value
    limit.cancel()
    guard case .failed(let error) = outcome else {
      Issue.record("it ended as \(outcome)")
      return
    }
    #expect(isOfFormat(error), "\(error)")
    #expect("\(error)".contains("AAC"), "\(error)")
    #expect(server.callCount == 1)
  }

  @Test("a station that loses its sound after it played is retried, and plays again")
  func afterSound() async throws {
    let good = try Self.good()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/aac"])
      if call.number == 0 {
        call.send(good + Self.cut(seconds: 30))
        call.waitForEnd()
      } else {
        call.sendForever(good)
      }
    }
    let (tuner, station) = tuner([server.url])
    let events = tuner.events()
    let reason = Task { () -> String? in
      for await event in events { if case .retrying(let text, _) = event { return text } }
      return nil
    }
    tuner.send(.play(.station(station)))
    let life = Task { await tuner.run() }
    // The first connection brings 3 s of sound.
    try await eventually("it plays again") { tuner.snapshot.elapsed > .seconds(3.5) }
    tuner.send(.quit)
    _ = await life.value
    let text = await reason.value
    #expect(text?.contains("AAC") == true, "\(text ?? "it was not asked again")")
    #expect(server.callCount == 2)
  }

  @Test("the tuner tries the other address of a station that gives no sound")
  func alternate() async throws {
    let good = try Self.good()
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/aac"])
      if call.request.path == "/cut" {
        call.sendForever(Self.cut(seconds: 10), limit: 100_000)
        call.waitForEnd()
      } else {
        call.sendForever(good)
      }
    }
    let (tuner, station) = tuner([server.url("/cut"), server.url("/good")])
    tuner.send(.play(.station(station)))
    let life = Task { await tuner.run() }
    try await eventually("it plays") { tuner.snapshot.state == .playing }
    tuner.send(.quit)
    _ = await life.value
    #expect(server.requests.map(\.path) == ["/cut", "/good"])
  }

  @Test("a probe of a station that gives no sound fails with code 65")
  func probe() async throws {
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/aac"])
      call.sendForever(Self.cut(seconds: 10), limit: 100_000)
      call.waitForEnd()
    }
    let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
    let opener = StreamOpener(downloader: downloader)
    let error = await #expect(throws: TuneError.self) {
      try await Probe(opener: opener).run(StreamRequest(url: StreamURL(server.url)))
    }
    #expect(isOfFormat(error), "\(error.map { "\($0)" } ?? "")")
  }
}

@Suite(
  "A file whose packets give no sound", .timeLimit(.minutes(1 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct SoundlessFileTests {
  /// The packets of `seconds` of FLAC.
  private func packets(seconds: Double) throws -> [Packet] {
    var parser = StreamParser(source: "test")
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: seconds), as: .flac)
    return try (parser.feed(bytes) + parser.finish()).packets
  }

  private func play(_ packets: [Packet]) async -> (events: [SoundEvent], elapsed: Duration) {
    let pipeline = SoundPipeline()
    let clock = TestClock()
    pipeline.start {
      OutputChain(spec: .silent, fallsBackToSilence: false, interruption: OutputInterruption(), clock: clock)
    }
    let feeder = Task {
      for packet in packets { try await pipeline.buffer.append(.packet(packet)) }
      pipeline.buffer.finish()
    }
    #expect(pipeline.waitUntilOver())
    feeder.cancel()
    return (pipeline.events, pipeline.status.played)
  }

  private func broken(_ packets: some Sequence<Packet>) -> [Packet] {
    packets.map { packet in
      var packet = packet
      packet.bytes = [1, 2, 3]
      packet.isDiscontinuity = false
      return packet
    }
  }

  private func failure(_ events: [SoundEvent]) -> TuneError? {
    if case .failed(let error) = events.last { error } else { nil }
  }

  @Test("a file without sound fails with the reason, even when it is shorter than a second", arguments: [1.0, 3.0])
  func never(seconds: Double) async throws {
    let all = broken(try packets(seconds: seconds))
    let events = await play(seconds == 1 ? Array(all[..<4]) : all).events
    #expect(isOfFormat(failure(events)), "\(events)")
    #expect(!events.contains { if case .playing = $0 { true } else { false } })
  }

  @Test("a file plays on where it gives sound again, and 8 s without sound take at most 1.2 s")
  func amid() async throws {
    let good = try packets(seconds: 2)
    let bad = broken(try packets(seconds: 8))
    let (events, elapsed) = await play(good + bad + good)
    #expect(events.last == .ended)
    #expect(elapsed > .seconds(4.5) && elapsed < .seconds(5.2), "\(elapsed)")
  }

  @Test("a file that gives no sound from some point on fails with the reason")
  func atTheEnd() async throws {
    let good = try packets(seconds: 2)
    let bad = broken(try packets(seconds: 8))
    let (events, elapsed) = await play(good + bad)
    #expect(isOfFormat(failure(events)), "\(events)")
    #expect(elapsed < .seconds(3.2), "\(elapsed)")
  }
}

/// True for an error of the stream's format, as opposed to one of the network or a file.
private func isOfFormat(_ error: TuneError?) -> Bool { if case .format? = error { true } else { false } }
