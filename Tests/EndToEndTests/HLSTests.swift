import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("HTTP Live Streaming", .ownThreads, .enabled(if: SignalSource.isAvailable && SoundMatch.isAvailable))
struct HLSTests {
  private static let music = SignalSource.Recording(.music, seconds: 9)

  /// All kinds run at the same time.
  private static let live = HLSSegmenter.Kind.allCases.map { kind in
    FaultScenario { scenario in
      let source = try SignalSource.shared.path(music, as: .wav)
      let segmenter = try HLSSegmenter(source, as: kind)
      scenario.expect(
        ProcessRunner.eventually(within: .seconds(20)) { segmenter.segmentCount >= 4 }, segmenter.errorText)
      let server = try ScriptedServer(files: segmenter.folder)
      let scratch = try Scratch()
      let radio = try FaultWatch(
        [
          "play", server.url("/" + segmenter.playlist), "--no-view", "--output", "wav:" + scratch.path("sound.wav"),
          "--duration", "7",
        ])
      scenario.expect(radio.waits(for: "playing", within: 10) != nil, radio.text)
      radio.waitsForEnd(within: 40)
      scenario.expect(radio.process.exitCode == 0, radio.text)
      scenario.expect(radio.count(of: "reconnecting") == 0, radio.text)
      guard let file = WAVFile(path: scratch.path("sound.wav")) else { return scenario.expect(false, "no sound") }
      let match = try SoundMatch(
        file.samples, rate: file.rate, channels: file.channels, source: source, isLooped: true)
      scenario.expect(match.correlation > 0.99 && match.worst > 0.9 && abs(match.seconds - 7) < 0.1, "\(match)")
      scenario.expect(abs(match.gain - 1) < 0.05, "\(match)")
    }
  }

  @Test("a live stream of ffmpeg's own segmenter sounds like its source", arguments: HLSSegmenter.Kind.allCases.indices)
  func live(kind: Int) {
    for scenario in Self.live { scenario.start() }
    Self.live[kind].check()
  }

  @Test("a recording in parts of one file plays from its beginning to its end", arguments: ["mpegts", "fmp4"])
  func recording(type: String) throws {
    let source = try SignalSource.shared.path(Self.music, as: .wav)
    let folder = try HLSSegmenter.recording(source, as: type)
    let server = try ScriptedServer(files: folder)
    let scratch = try Scratch()
    let output = "wav:" + scratch.path("sound.wav")
    let result = try Radiod.run("play", server.url("/live.m3u8"), "--no-view", "--output", output)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let file = try #require(WAVFile(path: scratch.path("sound.wav")))
    let match = try SoundMatch(file.samples, rate: file.rate, channels: file.channels, source: source, isLooped: false)
    #expect(match.correlation > 0.99 && match.worst > 0.9 && abs(match.seconds - 9) < 0.1, "\(match)")
    #expect(server.requests.contains { $0.byteRange != nil })
  }

  /// Segments of 43 AAC frames, 0.998 s each.
  private static func segments() throws -> [[UInt8]] {
    ADTSFrames.pieces(of: try SignalSource.shared.bytes(music, as: .aac(kilobits: 128)), frames: 43)
  }

  /// A server for a recording with these segments; `info` is written before the address of each.
  private static func server(_ segments: [[UInt8]], info: @escaping @Sendable (Int) -> String) throws -> ScriptedServer
  {
    try ScriptedServer { call in
      if let number = Int(call.request.path.dropFirst()) { return call.serve(segments[number]) }
      let lines = segments.indices.flatMap { [info($0), "\($0)"] }
      call.serve(
        Array((["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8))
    }
  }

  @Test(
    "titles of the playlist and of the segments are reported at the second at which they are heard",
    arguments: [false, true])
  func titles(inSegments: Bool) throws {
    let titles = [0: "Ann - First", 3: "Björn - Second", 6: "Last"]
    var segments = try Self.segments()
    if inSegments {
      for index in segments.indices {
        segments[index] = ADTSFrames.tag(time: UInt64(index) * 89860, title: titles[index]) + segments[index]
      }
    }
    let server = try Self.server(segments) { "#EXTINF:1,\(inSegments ? "" : titles[$0] ?? "")" }
    let result = try Radiod.run("spectrum", server.url("/list"), "--json")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(server.requests.filter { $0.path != "/list" }.allSatisfy { $0.header("Icy-MetaData") == nil })
    let lines = JSONLine.parse(result.output).filter { $0.type == "metadata" }
    #expect(lines.map(\.title) == ["Ann - First", "Björn - Second", "Last"])
    for (line, wanted) in zip(lines, [0, 3 * 0.998, 6 * 0.998]) {
      #expect(abs((line.time ?? -1) - wanted) < 0.15, "\(line)")
    }
  }

  @Test("a discontinuity with another rate and coding keeps the pitch")
  func discontinuity() throws {
    func tone(_ frequency: Double, rate: Int, channels: Int, _ coding: SignalSource.Coding) throws -> [UInt8] {
      let signal = Signal.tones([frequency], amplitude: 0.4)
      return try SignalSource.shared.bytes(.init(signal, seconds: 2, rate: rate, channels: channels), as: coding)
    }
    let segments = [
      try tone(440, rate: 44100, channels: 2, .aac(kilobits: 128)),
      try tone(660, rate: 22050, channels: 1, .mp3(kilobits: 64)),
      try tone(880, rate: 48000, channels: 2, .aac(kilobits: 128)),
    ]
    let server = try Self.server(segments) { ($0 > 0 ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:2," }
    let scratch = try Scratch()
    let output = "wav:" + scratch.path("sound.wav")
    let result = try Radiod.run("play", server.url("/list"), "--no-view", "--output", output)
    #expect(result.exitCode == 0, "\(result.errorText)")
    for (name, rate, frequency) in [("sound", 44100, 440.0), ("sound-1", 22050, 660), ("sound-2", 48000, 880)] {
      let file = try #require(WAVFile(path: scratch.path(name + ".wav")))
      #expect(file.rate == rate && abs(file.seconds - 2) < 0.15, "\(name): \(file.seconds) s of \(file.rate) Hz")
      let tones = ToneMeter(file.samples, rate: file.rate, channels: file.channels).tones()
      #expect(tones.count { abs($0 - frequency) < 4 } >= 17, "\(tones)")
    }
  }

  @Test("when a server loses three segments, radiod connects again, and no sound is lost or doubled")
  func outage() throws {
    let source = try SignalSource.shared.path(Self.music, as: .wav)
    let segmenter = try HLSSegmenter(source, as: .packed)
    #expect(ProcessRunner.eventually(within: .seconds(20)) { segmenter.segmentCount >= 4 }, "\(segmenter.errorText)")
    let folder = segmenter.folder
    let server = try ScriptedServer { [loss = Loss()] call in
      let name = String(call.request.path.dropFirst())
      loss.takes(name) ? call.answer("404 Not Found") : call.serve(folder.read(name))
    }
    let scratch = try Scratch()
    let output = "wav:" + scratch.path("sound.wav")
    let result = try Radiod.run(
      "play", server.url("/" + segmenter.playlist), "--no-view", "--output", output, "--duration", "9")
    #expect(result.exitCode == 0 && result.errorText.contains("reconnecting"), "\(result.errorText)")
    let file = try #require(WAVFile(path: scratch.path("sound.wav")))
    let match = try SoundMatch(file.samples, rate: file.rate, channels: file.channels, source: source, isLooped: true)
    #expect(match.correlation > 0.99 && abs(match.seconds - 9) < 0.1, "\(match)")
  }

  /// Withholds the sixth, the seventh and the eighth segment, until a new connection asks for one of them again.
  private final class Loss: Sendable {
    private let state = Mutex<(names: [String], isOver: Bool)>(([], false))

    func takes(_ name: String) -> Bool {
      guard name.hasSuffix(".aac") else { return false }
      return state.withLock { state in
        if !state.names.contains(name) { state.names.append(name) }
        if name != state.names.last { state.isOver = true }
        return !state.isOver && (6...8).contains(state.names.count)
      }
    }
  }

  @Test("play and probe obey --max-bitrate, for a list from a server and for a saved one")
  func qualities() throws {
    let segments = try Self.segments()
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/master":
        let rows = ["64", "192"].map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0)000,CODECS=\"mp4a.40.2\"\n\($0).m3u8\n" }
        call.serve(Array(("#EXTM3U\n" + rows.joined()).utf8))
      case let path where path.hasSuffix(".m3u8"):
        call.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsound\n#EXT-X-ENDLIST\n".utf8))
      default: call.serve(segments[0])
      }
    }
    let limited = try Radiod.run("probe", server.url("/master"), "--max-bitrate", "64")
    #expect(limited.exitCode == 0 && limited.text.contains("HLS, a recording, variant of 64 kbit/s"), "\(limited.text)")
    let best = try Radiod.run("probe", server.url("/master"), "--json")
    #expect(
      best.text.contains("\"protocol\":\"hls\"") && best.text.contains("\"variantBitRate\":192000"), "\(best.text)")
    let scratch = try Scratch()
    let list = try scratch.write(
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\n\(server.url("/64.m3u8"))\n#EXT-X-STREAM-INF:BANDWIDTH=192000\n\(server.url("/192.m3u8"))\n",
      as: "saved.m3u8")
    let played = try Radiod.run(
      "play", list, "--no-view", "--output", "wav:" + scratch.path("a.wav"), "--max-bitrate", "100")
    #expect(played.exitCode == 0, "\(played.errorText)")
    #expect(server.requests.map(\.path).filter { $0.hasSuffix(".m3u8") } == ["/64.m3u8", "/192.m3u8", "/64.m3u8"])
    let wrong = try Radiod.run("play", list, "--max-bitrate", "0")
    #expect(wrong.exitCode == 64 && wrong.errorText.contains("--max-bitrate takes"), "\(wrong.errorText)")
  }

  @Test(
    "segments without sound end the program with 65 and their kind, though each follows a discontinuity",
    arguments: ["play", "probe"])
  func noSound(command: String) throws {
    let server = try ScriptedServer { call in
      guard call.request.path == "/live" else { return call.serve(Array("<html>off the air</html>".utf8)) }
      let segments = (0..<20).map { "#EXT-X-DISCONTINUITY\n#EXTINF:2,\n\($0)\n" }
      call.serve(Array(("#EXTM3U\n#EXT-X-START:TIME-OFFSET=0\n" + segments.joined()).utf8))
    }
    let output = command == "play" ? ["--no-view", "--output", "silent"] : []
    let result = try Radiod.run([command, server.url("/live")] + output)
    #expect(
      result.exitCode == 65 && result.errorText.contains("is not an audio stream: found an HTML page"),
      "\(result.errorText)")
    #expect((5...6).contains(server.callCount), "the list and some segments, not all of them: \(server.callCount)")
  }

  @Test("a signal ends the program at once while it waits for a playlist")
  func endsWhileWaiting() throws {
    let segments = try Self.segments()
    let server = try ScriptedServer { call in
      call.request.path == "/live"
        ? call.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:60\n#EXTINF:60,\nsegment\n".utf8))
        : call.serve(Array(segments.joined()))
    }
    let player = try Radiod.start("play", server.url("/live"), "--no-view", "--output", "silent")
    #expect(ProcessRunner.eventually { player.errorText.contains("playing AAC") }, "\(player.errorText)")
    #expect(player.terminate() == 0, "\(player.errorText)")
  }
}
