import Foundation
import TestSupport
import Testing

/// The ways between a station and a listener's ear that differ from a loopback and PulseAudio's null sink. Each plays a
/// station whose tone changes every half second, and the tones of the recording are judged: none is missing, doubled or
/// out of order, and none is longer or shorter than it was sent. Lengths are counted in samples, not by a clock.
@Suite(
  "The sound on the ways that listeners have", .serialized, .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct SoundPathTests {
  private static let scale: [Double] = stride(from: 400.0, to: 2000, by: 100).map { $0 }
  private static let toneSeconds = 0.5
  /// The recording is judged in pieces, of which a tone has ten.
  private static let pieceSeconds = 0.05

  private static let bytesPerSecond = 16_000
  /// How long each test plays.
  private static let seconds = 1.5

  private static func audio() throws -> [UInt8] {
    try SignalSource.shared.bytes(
      .init(.scale(scale, seconds: toneSeconds, amplitude: 0.4), seconds: toneSeconds * Double(scale.count)),
      as: .mp3(kilobits: 128))
  }

  /// A station on the loopback.
  private func station() throws -> ScriptedServer {
    let audio = try Self.audio()
    return try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/mpeg"])
      call.broadcast(audio, bytesPerSecond: Self.bytesPerSecond, burst: SlowLineStation.icecastBurst)
    }
  }

  /// A tone of the scale that was heard.
  private struct Heard: CustomStringConvertible {
    var tone: Int
    var pieces: Int
    var description: String { "\(Int(SoundPathTests.scale[tone])) Hz × \(pieces)" }
  }

  /// The tones that were heard, in order. Pieces in which a tone changes are part of none.
  private func heard(in recording: [UInt8], rate: Int) -> [Heard] {
    var tones: [Heard] = []
    for frequency in ToneMeter(recording, rate: rate, channels: 2).tones(window: Self.pieceSeconds) {
      guard let tone = Self.scale.firstIndex(where: { abs($0 - frequency) < 5 }) else { continue }
      if tones.last?.tone == tone {
        tones[tones.count - 1].pieces += 1
      } else {
        tones.append(Heard(tone: tone, pieces: 1))
      }
    }
    return tones
  }

  /// Plays a station for `seconds`, and waits until so much was heard. Returns what was heard.
  private func play(
    _ address: String, to recording: any SoundRecording, rate: Int, environment: [String: String],
    meanwhile: () throws -> Void = {}
  ) throws -> [Heard] {
    let radio = try Radiod.start(
      "play", address, "--no-view", "--duration", "\(Self.seconds)", environment: environment)
    var tones: [Heard] = []
    var length = 0
    func waits(untilHeard pieces: Int) -> Bool {
      ProcessRunner.eventually {
        let bytes = recording.output
        guard bytes.count >= length + 4 * rate / 10 else { return false }
        length = bytes.count
        tones = heard(in: bytes, rate: rate)
        return tones.reduce(0) { $0 + $1.pieces } >= pieces
      }
    }
    try #require(waits(untilHeard: 1), "\(radio.errorText)")
    try meanwhile()
    // A piece is lost where a tone changes, and a few at the end.
    #expect(waits(untilHeard: Int(Self.seconds / Self.pieceSeconds) - 5), "\(tones), \(radio.errorText)")
    #expect(radio.wait(limit: .seconds(10)) == 0, "\(radio.errorText)")
    return tones
  }

  private func expectWhole(_ tones: [Heard], _ way: String) {
    for (tone, next) in zip(tones, tones.dropFirst()) {
      #expect(next.tone == (tone.tone + 1) % Self.scale.count, "\(way): \(tones)")
    }
    #expect(tones.count >= 3, "\(way): \(tones)")
    for tone in tones.dropFirst().dropLast() { #expect((8...10).contains(tone.pieces), "\(way): \(tones)") }
  }

  @Test(
    "PipeWire: each tone is heard once, whole and in order, through either of ALSA's plugins",
    .enabled(if: PipeWireServer.isAvailable, "\(PipeWireServer.requirement)"))
  func pipeWire() async throws {
    let station = try station()
    try await sideBySide(PipeWireServer.Plugin.allCases) { plugin in
      let server = try PipeWireServer()
      let name = plugin == .pulse ? "SpringRadio" : "PipeWire ALSA [radiod]"
      let tones = try play(
        station.url, to: server.record(), rate: server.sampleRate, environment: server.environment(plugin)
      ) { () throws in
        let players = try server.players()
        #expect(players == [name])
      }
      expectWhole(tones, "\(plugin)")
    }
  }

  @Test(
    "PipeWire's ALSA sink: each tone is heard once, whole and in order",
    .enabled(if: PipeWireServer.isAvailable && ALSADouble.isAvailable, "needs PipeWire and a C compiler"))
  func card() throws {
    let (station, card) = (try station(), try ALSADouble(isPatient: true))
    let server = try PipeWireServer(sink: .card(card))
    let tones = try play(
      station.url, to: server.record(), rate: server.sampleRate, environment: server.environment(.pulse))
    expectWhole(tones, "card")
  }

  @Test(
    "a sink that holds 0.2, 0.7, 1.4 or 2.7 s: each tone is heard once, whole and in order, and without a pause",
    .enabled(if: PulseServer.isAvailable, "needs pulseaudio"))
  func latency() async throws {
    let station = try station()
    try await sideBySide([0.2, 0.7, 1.4, 2.7]) { (latency: Double) in
      let server = try PulseServer(sampleRate: 48000, sink: .pipe(holding: .seconds(latency)))
      let pipe = try #require(server.pipe)
      let tones = try play(station.url, to: pipe, rate: server.sampleRate, environment: server.environment)
      expectWhole(tones, "\(latency) s")
      let gaps = ToneMeter(pipe.output, rate: server.sampleRate, channels: 2).gaps(shortest: 0.05)
      #expect(gaps.isEmpty, "\(latency) s: \(gaps)")
    }
  }

  @Test(
    "a line of one and a half times the station's rate: each tone is heard once, whole and in order",
    .enabled(if: PulseServer.isAvailable, "needs pulseaudio"))
  func slowLine() throws {
    let station = try SlowLineStation(Self.audio(), bytesPerSecond: Self.bytesPerSecond)
    let server = try PulseServer()
    let start = ContinuousClock.now
    let tones = try play(
      station.url, to: server.record(), rate: server.sampleRate, environment: server.environment)
    let seconds = start.duration(to: .now) / .seconds(1)
    expectWhole(tones, "slow line")
    #expect(station.callCount == 1)
    // The line had to wait for nothing but itself: the burst is longer than the test. A tenth of a second is its pool.
    let maximum = 1.5 * Double(Self.bytesPerSecond) * (seconds + 0.1)
    #expect(
      Double(station.line.bytesForwarded) <= maximum, "\(station.line.bytesForwarded) bytes of at most \(maximum)")
  }
}
