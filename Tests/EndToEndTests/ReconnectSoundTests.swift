import Foundation
import TestSupport
import Testing

@Suite(
  "The sound across a reconnect", .serialized, .ownThreads,
  .enabled(if: IcecastServer.isAvailable && PulseServer.isAvailable && SoundMatch.isAvailable))
struct ReconnectSoundTests {
  @Test("connections that are reset while three seconds are buffered cause no gap, no repeat and no loss")
  func resetUnheard() throws {
    let source = try SignalSource.shared.path(.init(.music, seconds: 9), as: .wav)
    let icecast = try IcecastServer()
    let feeder = try icecast.feed(source, to: "/live", as: .mp3(kilobits: 160), name: "Test FM")
    // Icecast begins with a burst of 64 KiB, which are 3.3 s, once the source client has been connected for that long.
    let isFilled = ProcessRunner.eventually {
      let burst = try? ProcessRunner.run("curl", ["-s", "--max-time", "0.3", icecast.url("/live")])
      return (burst?.output.count ?? 0) >= 64 * 1024
    }
    #expect(isFilled)
    let proxy = try MutatingProxy(to: icecast.port)
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let radio = try FaultWatch(
      "play", proxy.url("/live"), "--no-view", "--duration", "11", environment: pulse.environment)
    let playing = try #require(radio.waits(for: "playing MP3", within: 5), "\(radio.text)")
    // After the second reset, radiod waits for a second before it reconnects.
    for delay in [2.0, 5] {
      radio.waitsForEnd(within: playing + delay - radio.seconds)
      proxy.resetAll()
    }
    radio.waitsForEnd(within: 12)
    #expect(radio.process.exitCode == 0, "\(radio.text)")
    #expect(proxy.callCount == 3 && feeder.exitCode == nil)
    #expect(radio.count(of: "reconnecting") == 2, "\(radio.text)")
    #expect(radio.count(of: "out of sound") == 0, "\(radio.text)")
    let match = try SoundMatch(
      ListeningTests.recording(of: recorder), rate: pulse.sampleRate, channels: 2, source: source, isLooped: true)
    #expect(match.correlation > 0.99, "\(match)")
    #expect(match.worst > 0.95, "\(match)")
    #expect(abs(match.seconds - 11) < 0.15, "\(match)")
  }

  /// A mount to which a station falls back.
  struct Spare: Sendable {
    var rate: Int
    var channels: Int
    var coding: SignalSource.Coding
    /// What the program logs when it plays the fallback mount.
    var words: String
    /// How the live mount is coded, and what the program logs for it.
    var live = SignalSource.Coding.mp3(kilobits: 128)
    var liveWords = "playing MP3, 44100 Hz, 2 channels"
    /// The connections that this takes: Icecast moves listeners within MPEG audio and AAC, and within Ogg, but it
    /// disconnects them for a move from one group to the other.
    var connections = 1
  }

  static let spares = [
    Spare(rate: 22050, channels: 1, coding: .mp3(kilobits: 64), words: "playing MP3, 22050 Hz, mono"),
    Spare(rate: 48000, channels: 2, coding: .aac(kilobits: 96), words: "playing AAC, 48000 Hz"),
    Spare(
      rate: 48000, channels: 2, coding: .mp3(kilobits: 96), words: "playing MP3, 48000 Hz",
      live: .vorbis(kilobits: 128), liveWords: "playing Vorbis, 44100 Hz, 2 channels", connections: 2),
    Spare(rate: 48000, channels: 2, coding: .opus(kilobits: 96), words: "playing Opus, 48000 Hz", connections: 2),
    Spare(
      rate: 48000, channels: 2, coding: .opus(kilobits: 96), words: "playing Opus, 48000 Hz",
      live: .vorbis(kilobits: 128), liveWords: "playing Vorbis, 44100 Hz, 2 channels"),
  ]

  /// All run at the same time.
  private static let fallbacks = spares.map(fallback)

  @Test(
    "8: a fallback mount of another kind plays at its right pitch after a gap of less than 2 s",
    arguments: spares.indices)
  func fallbackMount(index: Int) {
    for scenario in Self.fallbacks { scenario.start() }
    Self.fallbacks[index].check()
  }

  private static func fallback(to spare: Spare) -> FaultScenario {
    FaultScenario { scenario in
      let icecast = try IcecastServer(
        mounts: """
          <mount><mount-name>/live</mount-name><fallback-mount>/spare</fallback-mount>
          <fallback-override>1</fallback-override></mount>
          """)
      func tone(_ frequency: Double, rate: Int, channels: Int) throws -> String {
        try SignalSource.shared.path(
          .init(.tones([frequency], amplitude: 0.4), seconds: 2, rate: rate, channels: channels), as: .wav)
      }
      let reserve = try icecast.feed(
        tone(660, rate: spare.rate, channels: spare.channels), to: "/spare", as: spare.coding, name: "Spare")
      let feeder = try icecast.feed(
        tone(440, rate: 44100, channels: 2), to: "/live", as: spare.live, name: "Live")
      let proxy = try MutatingProxy(to: icecast.port)
      let pulse = try PulseServer()
      let recorder = try pulse.record()
      let radio = try FaultWatch.serving(proxy.url("/live"), output: "alsa", environment: pulse.environment)
      scenario.expect(radio.waits(for: spare.liveWords, within: 10) != nil, radio.text)
      feeder.terminate(SIGKILL)
      scenario.expect(radio.waits(for: spare.words, within: 20) != nil, radio.text)
      radio.waitsForEnd(within: 2)
      scenario.expect(radio.process.terminate() == 0 && reserve.exitCode == nil, radio.text)
      scenario.expect(proxy.callCount == spare.connections, "\(proxy.callCount) connections")
      scenario.expectModesty(of: radio)
      let meter = ToneMeter(ListeningTests.recording(of: recorder), rate: pulse.sampleRate, channels: 2)
      let tones = meter.tones().map { $0.rounded() }
      let (before, after) = (
        tones.indices.filter { abs(tones[$0] - 440) < 3 }, tones.indices.filter { abs(tones[$0] - 660) < 4 }
      )
      scenario.expect(before.count > 10 && after.count > 10, "\(tones)")
      scenario.expect((before.last ?? 0) < (after.first ?? 0), "\(tones)")
      // A tenth of a second in which a tone begins or ends may measure as any frequency.
      let others = tones.count { $0 > 0 } - before.count - after.count
      scenario.expect(others < 12, "\(others) of another pitch: \(tones)")
      let gaps = meter.gaps(shortest: 0.05)
      scenario.expect(gaps.allSatisfy { $0.length < 2 }, "\(gaps)\n\(radio.text)")
    }
  }
}
