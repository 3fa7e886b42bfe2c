import Downloader
import NIOPosix
import Parser
import Player
import Radio
import RadioModel
import TestSupport
import Testing

@Suite("Streams with a high bit rate", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HeavyStreamTests {
  /// Bytes a second of two channels of 24 bits at 96 kHz: 4.6 Mbit/s.
  private static let rate = 96_000 * 6

  /// The header that a server sends before the first sample.
  private static let head: [UInt8] = {
    func little(_ number: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let format = little(1, 2) + little(2, 2) + little(96_000, 4) + little(rate, 4) + little(6, 2) + little(24, 2)
    return Array("RIFF".utf8) + little(0xFFFF_FFFF, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
      + Array("data".utf8) + little(0xFFFF_FFFF, 4)
  }()

  @Test(
    "24 bits at 96 kHz play without an underrun, with 0, 64 KiB or 4 MiB sent in advance")
  func unbroken() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in  // each plays for 4 s
      for ahead in [0, 64 << 10, 4 << 20] { group.addTask { try await play(ahead: ahead) } }
      try await group.waitForAll()
    }
  }

  private func play(ahead: Int) async throws {
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/wav"])
      var random = SeededRandom(seed: 1)
      let second = (0..<Self.rate).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      guard call.send(Self.head) else { return }
      call.broadcast(second, bytesPerSecond: Self.rate, burst: ahead)
    }
    var options = TunerOptions()
    options.output = .silent
    options.endsWithFirstSource = false
    let tuner = Tuner(
      options: options,
      opener: StreamOpener(downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])))
    let life = Task { await tuner.run() }
    tuner.send(.play(.url(server.url("/heavy"))))
    try await eventually("it is heard for 4 s") { tuner.snapshot.elapsed > .seconds(4) }
    #expect(tuner.snapshot.counts.underruns == 0 && tuner.snapshot.counts.connections == 1, "\(ahead)")
    #expect(tuner.snapshot.bitRate == 4_608_000, "\(ahead)")
    let held = tuner.playback?.buffer.fill.bytes ?? 0
    #expect(held <= 2 << 20 && (ahead < 4 << 20 || held > 1 << 20), "\(ahead): \(held)")
    tuner.send(.quit)
    _ = await life.value
    server.stop()
  }
}
