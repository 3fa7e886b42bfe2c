import Foundation
import TestSupport
import Testing

@Suite("Titles", .serialized, .ownThreads)
struct TitleTests {
  @Test(
    "a title set by the station is logged by play and written by spectrum --json",
    .enabled(if: IcecastServer.isAvailable))
  func titleFromSource() throws {
    let icecast = try IcecastServer()
    let music = try SignalSource.shared.path(.init(.music, seconds: 9), as: .wav)
    let source = try icecast.feed(music, to: "/live", as: .mp3(kilobits: 128), name: "Test FM")
    let player = try Radiod.start("play", icecast.url("/live"), "--no-view", "--output", "silent")
    let analyser = try Radiod.start("spectrum", icecast.url("/live"), "--json")
    #expect(ProcessRunner.eventually { player.errorText.contains("playing MP3") })
    // Icecast sends titles in Latin-1, and other characters as references such as &#22338;.
    for title in ["Björk - Jóga", "It's \"quoted\"; isn't it? - A & B", "坂本龍一 - R&B &amp; Soul", "Jānis – “Čau”"] {
      try icecast.setTitle(title, mount: "/live")
      #expect(ProcessRunner.eventually { player.errorText.contains("title: \(title)\n") }, "\(player.errorText)")
      #expect(ProcessRunner.eventually { Self.titles(in: analyser.output).contains(title) }, "\(title)")
    }
    #expect(source.exitCode == nil)
    #expect(player.terminate() == 0)
    #expect(analyser.terminate() == 0)
    // The title was logged only once.
    #expect(player.errorText.split(separator: "\n").count { $0.contains("Jóga") } == 1)
  }

  /// 6 s of 128 kbit/s: 16 000 bytes a second.
  private static let recording = SignalSource.Recording(.music, seconds: 6)
  private static let bytesPerSecond = 16000

  @Test("in JSON a title has the time of its sound, and its place among the frames")
  func titleTimeInJSON() throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(
      audio, interval: 800,
      titles: [
        .init("Now", at: 0), .init("Later", at: 5 * Self.bytesPerSecond / 2),
        .init("Last", at: 5 * Self.bytesPerSecond),
      ])
    let server = try ScriptedServer { $0.answer(headers: ["icy-metaint: 800"], body: body) }
    let result = try Radiod.run("spectrum", server.url, "--json")
    #expect(result.exitCode == 0)
    let lines = JSONLine.parse(result.output)
    #expect(lines.compactMap(\.title) == ["Now", "Later", "Last"])
    for (line, wanted) in zip(lines.filter { $0.type == "metadata" }, [0.05, 2.5, 5]) {
      #expect(abs((line.time ?? -1) - wanted) < 0.08, "\(line.title ?? ""): \(line.time ?? -1)")
    }
    let times = lines.compactMap(\.time)
    #expect(times == times.sorted())
  }

  @Test("titles of hostile stations reach the log and JSON as one clean line")
  func hostileTitles() throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: .mp3(kilobits: 128))
    let text = Array("StreamTitle='a\u{1B}]0;evil\u{7}b\u{9D}c\u{202E}d\r\ne\u{0}f';StreamUrl='http://x/';".utf8)
    let body = ICYBody.interleave(audio, interval: 800, titles: [.init(text: text, at: 0)])
    let server = try ScriptedServer { $0.answer(headers: ["icy-metaint: 800"], body: body) }
    let json = try Radiod.run("spectrum", server.url, "--json", "--frames", "20")
    #expect(JSONLine.parse(json.output).compactMap(\.title) == ["a]0;evilbcd ef"])
    let scratch = try Scratch()
    let play = try Radiod.run(
      "play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "2")
    #expect(play.errorLines.contains("title: a]0;evilbcd ef"), "\(play.errorText)")
  }

  private static func titles(in output: [UInt8]) -> [String] { JSONLine.parse(output).compactMap(\.title) }
}
