import Foundation
import TestSupport
import Testing

@Suite(
  "Ogg from stations", .ownThreads,
  .enabled(
    if: OggChain.isAvailable && IcecastServer.isAvailable && PulseServer.isAvailable && SoundMatch.isAvailable))
struct OggStationTests {
  /// All stations run at the same time.
  init() { for scenario in Self.chains + [Self.rates, Self.sourceTitles] { scenario.start() } }

  /// Runs a station that sends a chain from its beginning. Returns the recording and the log of six and a half seconds
  /// of playing.
  private static func listening(
    to chain: OggChain, rate: Int, byOggfwd: Bool = true, scenario: FaultScenario
  ) throws -> (recording: [UInt8], radio: FaultWatch) {
    let icecast = try IcecastServer(
      mounts: "<mount><mount-name>/live</mount-name><burst-size>450000</burst-size></mount>")
    let pulse = try PulseServer(sampleRate: rate)
    let recorder = try pulse.record()
    // Without oggfwd for Opus: libshout, on which oggfwd is based, falls a second behind at a link of Opus.
    let source = try icecast.feedOgg(chain.path, to: "/live", byOggfwd: byOggfwd)
    let radio = try FaultWatch(
      "play", icecast.url("/live"), "--no-view", "--duration", "6.5", environment: pulse.environment)
    radio.waitsForEnd(within: 20)
    scenario.expect(radio.process.exitCode == 0, radio.text)
    defer { source.terminate() }
    return (ListeningTests.recording(of: recorder), radio)
  }

  // MARK: - Chains

  private static let chains = OggChain.codings.map { coding in
    FaultScenario { scenario in
      let chain = try OggChain(coding, links: 5)
      let rate = OggChain.rate(of: coding)
      let isOpus = if case .opus = coding { true } else { false }
      let (recording, radio) = try listening(to: chain, rate: rate, byOggfwd: !isOpus, scenario: scenario)
      let match = try SoundMatch(
        recording, rate: rate, channels: 2, source: chain.reference(rate: rate, channels: 2), isLooped: false)
      scenario.expect(match.correlation > 0.99, "\(match)")
      scenario.expect(match.worst > 0.95, "\(match)")
      scenario.expect(abs(match.seconds - 6.5) < 0.15, "\(match)")
      guard let playing = radio.lines.first(where: { $0.text.contains("playing ") })?.seconds else {
        return scenario.expect(false, radio.text)
      }
      for (index, title) in ["One", "Two", "Three"].enumerated() {
        let reported = radio.lines.filter { $0.text == "title: Can - \(title)" }
        scenario.expect(reported.count == 1, radio.text)
        // Not before its sound, and before the next title is due.
        let due = chain.starts[index...index + 1].map { max(0, Double($0) / Double(2 * rate) - match.offset) }
        let time = (reported.first?.seconds ?? 0) - playing
        scenario.expect(time > due[0] - 0.5 && time < due[1], "\(title) due at \(due[0]): \(radio.text)")
      }
    }
  }

  @Test(
    "24: a station's sound continues across its links, and each title is logged when it is heard",
    arguments: OggChain.codings.indices)
  func stations(coding: Int) { Self.chains[coding].check() }

  // MARK: - Rates

  private static let rates = FaultScenario { scenario in
    let chain = try OggChain([
      .init("Low", .vorbis(kilobits: 128), .tones([440], amplitude: 0.4)),
      .init("Middle", .vorbis(kilobits: 64), .tones([660], amplitude: 0.4), rate: 22050, channels: 1),
      .init("High", .vorbis(kilobits: 128), .tones([880], amplitude: 0.4), seconds: 5, rate: 48000),
    ])
    let (recording, radio) = try listening(to: chain, rate: 44100, scenario: scenario)
    for words in ["playing Vorbis, 44100 Hz, 2 channels", "22050 Hz, mono", "48000 Hz, 2 channels"] {
      scenario.expect(radio.count(of: words) > 0, "\(words): \(radio.text)")
    }
    let heard = ToneMeter(recording, rate: 44100, channels: 2).tones()
    for tone in [440.0, 660, 880] { scenario.expect(heard.count { abs($0 - tone) < 4 } > 10, "\(tone): \(heard)") }
  }

  @Test("24: another rate and another number of channels at a link keep the pitch")
  func otherRates() { Self.rates.check() }

  // MARK: - Titles set at the server

  private static let sourceTitles = FaultScenario { scenario in
    let icecast = try IcecastServer()
    let music = try SignalSource.shared.path(.init(.music, seconds: 9), as: .wav)
    let source = try icecast.feed(music, to: "/live", as: .vorbis(kilobits: 192), name: "Test FM")
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    let isFilled = ProcessRunner.eventually {
      let burst = try? ProcessRunner.run("curl", ["-s", "--max-time", "0.3", icecast.url("/live")])
      return (burst?.output.count ?? 0) >= 64 << 10
    }
    scenario.expect(isFilled, "the station has nothing to begin with")
    let radio = try FaultWatch("play", icecast.url("/live"), "--no-view", environment: pulse.environment)
    scenario.expect(radio.waits(for: "playing Vorbis", within: 5) != nil, radio.text)
    var reported = 0.0
    for title in ["Can - Vitamin C", "Björk - Jóga"] {
      try icecast.setTitle(title, mount: "/live")
      guard let seconds = radio.waits(for: "title: \(title)", after: reported, within: 12) else {
        return scenario.expect(false, "\(title): \(radio.text)")
      }
      reported = seconds
    }
    _ = ProcessRunner.eventually { radio.seconds > reported + 1 }
    scenario.expect(radio.process.terminate() == 0, radio.text)
    scenario.expect(radio.count(of: "out of sound") == 0, radio.text)
    scenario.expect(source.exitCode == nil, "the source's program has ended")
    let match = try SoundMatch(
      ListeningTests.recording(of: recorder), rate: pulse.sampleRate, channels: 2, source: music, isLooped: true)
    scenario.expect(match.correlation > 0.99, "\(match)")
    scenario.expect(match.worst > 0.9, "\(match)")
  }

  @Test("a title that Icecast itself puts into a Vorbis stream comes as a link of its own, without an audible seam")
  func titleFromSource() { Self.sourceTitles.check() }
}
