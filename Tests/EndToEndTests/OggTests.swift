import Foundation
import TestSupport
import Testing

@Suite("Ogg from files and stations", .serialized, .ownThreads, .enabled(if: OggChain.isAvailable))
struct OggTests {
  static let codings = [SignalSource.Coding.vorbis(kilobits: 256), .opus(kilobits: 192), .oggFLAC]

  private static func rate(of coding: SignalSource.Coding) -> Int {
    if case .opus = coding { 48000 } else { 44100 }
  }

  private static func chain(_ coding: SignalSource.Coding, links count: Int = 3) throws -> OggChain {
    let rate = rate(of: coding)
    return try OggChain(["One", "Two", "Three", "Four", "Five"].prefix(count).map { .init($0, coding, rate: rate) })
  }

  @Test("24: a chained file is heard sample for sample as the links' own decoder gives them", arguments: codings)
  func gapless(coding: SignalSource.Coding) throws {
    let chain = try Self.chain(coding)
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", chain.path, "--no-view", "--volume", "100", "--output", "wav:" + scratch.path("out.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(
      result.errorLines.filter { $0.hasPrefix("title: ") } == ["One", "Two", "Three"].map { "title: Can - \($0)" })
    let wave = try #require(WAVFile(path: scratch.path("out.wav")))
    #expect(wave.rate == Self.rate(of: coding) && wave.channels == 2)
    let heard = wave.samples.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self) }
    }
    #expect(heard.count == chain.decoded.count)
    // Two decoders of lossy sound round differently: Vorbis by one step of 16 bits, libavcodec's Opus by up to seven where the
    // sound ends.
    let tolerance = [.oggFLAC: 0, Self.codings[0]: 2][coding] ?? 12
    let differences = zip(heard, chain.decoded).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 0) <= tolerance, "\(Self.places(of: differences))")
  }

  /// Where the largest differences are, to be read by whoever looks for them.
  private static func places(of differences: [Int]) -> String {
    let worst = differences.indices.sorted { differences[$0] > differences[$1] }.prefix(5)
    return worst.map { "\(differences[$0]) at \($0)" }.joined(separator: ", ")
  }

  @Test("24: in JSON every title of a chain has the time of its link, and every link is analysed at its own rate")
  func json() throws {
    let chain = try OggChain([
      .init("One", .vorbis(kilobits: 128), .tones([1000], amplitude: 0.4), seconds: 1.5),
      .init("Two", .oggFLAC, .tones([1000], amplitude: 0.4), seconds: 1.5, rate: 22050, channels: 1),
      .init("Three", .opus(kilobits: 96), .tones([1000], amplitude: 0.4), seconds: 1.5, rate: 48000),
    ])
    let result = try Radiod.run("spectrum", chain.path, "--json", "--bands", "40")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = JSONLine.parse(result.output)
    #expect(lines.compactMap(\.title) == ["Can - One", "Can - Two", "Can - Three"])
    for (line, wanted) in zip(lines.filter { $0.type == "metadata" }, [0, 1.5, 3]) {
      #expect(abs((line.time ?? -1) - wanted) < 0.1, "\(line.title ?? ""): \(line.time ?? -1)")
    }
    #expect(lines.compactMap(\.sampleRate) == [44100, 22050, 48000])
    // The tone is in the same band before and behind every change.
    let loudest = lines.compactMap(\.levels).compactMap { $0.first }.compactMap { levels in
      levels.indices.max { levels[$0] < levels[$1] }
    }
    // At half the rate the bins of the transform are others.
    let common = loudest.sorted()[loudest.count / 2]
    #expect(loudest.count > 100 && loudest.count { abs($0 - common) > 1 } < 20, "\(loudest)")
  }

  // MARK: - Stations

  /// A station that sends a chain, and what was heard of it, from its beginning on.
  private struct Listening {
    let recording: [UInt8]
    let radio: FaultWatch

    /// With `oggfwd` as the source's program, or without: libshout, which it is made of, falls a second behind at a link of Opus.
    init(to chain: OggChain, rate: Int, byOggfwd: Bool = true) throws {
      let icecast = try IcecastServer(
        mounts: "<mount><mount-name>/live</mount-name><burst-size>450000</burst-size></mount>")
      let pulse = try PulseServer(sampleRate: rate)
      let recorder = try pulse.record()
      let source = try icecast.feedOgg(chain.path, to: "/live", byOggfwd: byOggfwd)
      radio = try FaultWatch(
        "play", icecast.url("/live"), "--no-view", "--duration", "6.5", environment: pulse.environment)
      radio.waitsForEnd(within: 20)
      #expect(radio.process.exitCode == 0, "\(radio.text)")
      recording = ListeningTests.recording(of: recorder)
      source.terminate()
    }
  }

  /// Waits until whoever comes to the mount gets so many bytes at once.
  private static func has(burst bytes: Int, _ icecast: IcecastServer, mount: String) -> Bool {
    ProcessRunner.eventually {
      let burst = try? ProcessRunner.run("curl", ["-s", "--max-time", "0.3", icecast.url(mount)])
      return (burst?.output.count ?? 0) >= bytes
    }
  }

  @Test(
    "24: a station's sound goes on over its titles, which are told when they are heard",
    .enabled(if: IcecastServer.isAvailable && PulseServer.isAvailable && SoundMatch.isAvailable), arguments: codings)
  func stations(coding: SignalSource.Coding) throws {
    let chain = try Self.chain(coding, links: 5)
    let rate = Self.rate(of: coding)
    let isOpus = if case .opus = coding { true } else { false }
    let listening = try Listening(to: chain, rate: rate, byOggfwd: !isOpus)
    let match = try SoundMatch(
      listening.recording, rate: rate, channels: 2, source: chain.reference(rate: rate, channels: 2), isLooped: false)
    #expect(match.correlation > 0.99, "\(match)")
    #expect(match.worst > 0.95, "\(match)")
    #expect(abs(match.seconds - 6.5) < 0.15, "\(match)")
    let lines = listening.radio.lines
    let playing = try #require(lines.first { $0.text.contains("playing ") }).seconds
    for (index, title) in ["One", "Two", "Three"].enumerated() {
      let told = lines.filter { $0.text == "title: Can - \(title)" }
      #expect(told.count == 1, "\(listening.radio.text)")
      let due = max(0, Double(chain.starts[index]) / Double(2 * rate) - match.offset)
      #expect(abs((told.first?.seconds ?? 0) - playing - due) < 0.5, "\(title) due at \(due): \(listening.radio.text)")
    }
  }

  @Test(
    "24: another rate and another number of channels at a link keep the pitch",
    .enabled(if: IcecastServer.isAvailable && PulseServer.isAvailable))
  func rates() throws {
    let chain = try OggChain([
      .init("Low", .vorbis(kilobits: 128), .tones([440], amplitude: 0.4)),
      .init("Middle", .vorbis(kilobits: 64), .tones([660], amplitude: 0.4), rate: 22050, channels: 1),
      .init("High", .vorbis(kilobits: 128), .tones([880], amplitude: 0.4), seconds: 5, rate: 48000),
    ])
    let listening = try Listening(to: chain, rate: 44100)
    for words in ["playing Vorbis, 44100 Hz, 2 channels", "22050 Hz, mono", "48000 Hz, 2 channels"] {
      #expect(listening.radio.count(of: words) > 0, "\(words): \(listening.radio.text)")
    }
    let heard = ToneMeter(listening.recording, rate: 44100, channels: 2).tones()
    for tone in [440.0, 660, 880] { #expect(heard.count { abs($0 - tone) < 4 } > 10, "\(tone): \(heard)") }
  }

  @Test(
    "a title that Icecast itself puts into a Vorbis stream comes as a link of its own, unheard",
    .enabled(if: IcecastServer.isAvailable && PulseServer.isAvailable && SoundMatch.isAvailable))
  func titleFromStudio() throws {
    let icecast = try IcecastServer()
    let music = try SignalSource.shared.path(.init(.music, seconds: 9), as: .wav)
    let studio = try icecast.feed(music, to: "/live", as: .vorbis(kilobits: 192), name: "Test FM")
    let pulse = try PulseServer()
    let recorder = try pulse.record()
    #expect(Self.has(burst: 64 << 10, icecast, mount: "/live"))
    let radio = try FaultWatch("play", icecast.url("/live"), "--no-view", environment: pulse.environment)
    _ = try #require(radio.waits(for: "playing Vorbis", within: 5), "\(radio.text)")
    var told = 0.0
    for title in ["Can - Vitamin C", "Björk - Jóga"] {
      try icecast.setTitle(title, mount: "/live")
      told = try #require(radio.waits(for: "title: \(title)", after: told, within: 12), "\(radio.text)")
    }
    _ = ProcessRunner.eventually { radio.seconds > told + 1 }
    #expect(radio.process.terminate() == 0)
    #expect(radio.count(of: "out of sound") == 0, "\(radio.text)")
    #expect(studio.exitCode == nil)
    let match = try SoundMatch(
      ListeningTests.recording(of: recorder), rate: pulse.sampleRate, channels: 2, source: music, isLooped: true)
    #expect(match.correlation > 0.99, "\(match)")
    #expect(match.worst > 0.9, "\(match)")
  }
}
