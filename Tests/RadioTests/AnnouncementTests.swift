import Downloader
import NIOPosix
import Player
import Radio
import RadioModel
import TestSupport
import Testing

@Suite(
  "Announcements", .timeLimit(.minutes(1 * TestTime.waitScale)), .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct AnnouncementTests {
  /// Runs `body` with a radio and the id of the entry of an announcement that `script` sends.
  private static func with(
    _ script: @escaping @Sendable (ScriptedCall) -> Void,
    _ body: (Tuner, _ id: Int, ScriptedServer) async throws -> Void
  ) async throws {
    let server = try ScriptedServer(script: script)
    var options = TunerOptions()
    options.output = .silent
    options.endsWithFirstSource = false
    let tuner = Tuner(
      options: options,
      opener: StreamOpener(downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])))
    let life = Task { await tuner.run() }
    let id = try tuner.edit(.insert([.url(server.url("/speech"))], at: nil))[0]
    try await body(tuner, id, server)
    tuner.send(.quit)
    _ = await life.value
  }

  @Test("an announcement of unknown length is heard once, to its end", arguments: [true, false])
  func unknownLength(isChunked: Bool) async throws {
    let speech = try SignalSource.shared.bytes(
      .init(.tones([440], amplitude: 0.1), seconds: 1), as: .mp3(kilobits: 128))
    try await Self.with { call in
      if isChunked {
        call.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nTransfer-Encoding: chunked\r\n\r\n")
        call.send("\(String(speech.count, radix: 16))\r\n")
        call.send(speech)
        call.send("\r\n0\r\n\r\n")
      } else {
        call.answer(headers: ["Content-Type: audio/mpeg"], body: speech)
      }
    } _: { tuner, id, server in
      let start = ContinuousClock.now
      await tuner.perform(.playAnnouncement(id: id, before: InterruptedRadio(TunerSnapshot())))
      try await eventually { tuner.snapshot.state == .ended }
      #expect(ContinuousClock.now - start > .milliseconds(800) && tuner.snapshot.wasHeard)
      #expect(server.callCount == 1)
    }
  }

  @Test("a station that was tuned in as an announcement is connected again when its server ends the stream cleanly")
  func cleanEnd() async throws {
    let sound = try SignalSource.shared.bytes(
      .init(.tones([440], amplitude: 0.1), seconds: 2), as: .mp3(kilobits: 128))
    try await Self.with { call in
      call.answer(headers: ["Content-Type: audio/mpeg", "icy-name: Radio"])
      if call.number == 0 { call.send(sound) } else { call.sendForever(sound) }
    } _: { tuner, id, server in
      await tuner.perform(.playAnnouncement(id: id, before: InterruptedRadio(TunerSnapshot())))
      try await eventually { server.callCount > 1 && tuner.snapshot.state == .playing }
    }
  }

  @Test("an announcement that does not begin is given up at the second attempt")
  func missing() async throws {
    try await Self.with { call in
      call.answer("503 Broken")
    } _: { tuner, id, server in
      await tuner.perform(.playAnnouncement(id: id, before: InterruptedRadio(TunerSnapshot())))
      try await eventually { if case .failed = tuner.snapshot.state { true } else { false } }
      #expect(server.callCount == 2)
    }
  }

  @Test("what was tuned in as an announcement and is a station is connected again when its connection breaks")
  func station() async throws {
    let sound = try SignalSource.shared.bytes(
      .init(.tones([440], amplitude: 0.1), seconds: 20), as: .mp3(kilobits: 128))
    try await Self.with { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      guard call.number == 0 else { return call.sendForever(sound) }
      call.send(sound)
      call.reset()
    } _: { tuner, id, server in
      await tuner.perform(.playAnnouncement(id: id, before: InterruptedRadio(TunerSnapshot())))
      try await eventually { server.callCount > 1 && tuner.snapshot.state == .playing }
    }
  }
}
