import Foundation
import TestSupport
import Testing

@Suite("Wrong and hostile titles", .ownThreads)
struct HostileTitleTests {
  private static let recording = SignalSource.Recording(.music, seconds: 6)

  private static func audio() throws -> [UInt8] {
    try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
  }

  /// The sound of the music when it is played from a file, in 16-bit samples.
  private static func reference() throws -> [UInt8] {
    let path = try SignalSource.shared.path(recording, as: .mp3(kilobits: 128))
    return try Radiod.run("play", path, "--no-view", "--output", "raw", "--duration", "5").output
  }

  @Test(
    "19: an interval of a byte, of 16 MiB or of nonsense does not change the sound",
    arguments: ["1", "7", "16777216", "2147483648", "-1", "8192x", ""])
  func intervals(value: String) throws {
    let audio = try Self.audio()
    let interval = Int(value).flatMap { (1...(16 << 20)).contains($0) ? $0 : nil }
    let body = interval.map { ICYBody.interleave(audio, interval: $0, titles: [.init("A - B", at: 1000)]) } ?? audio
    let server = try ScriptedServer { $0.answer(headers: ["icy-metaint: \(value)"], body: body) }
    let result = try Radiod.run("play", server.url, "--no-view", "--output", "raw", "--duration", "5")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(try result.output == Self.reference())
    #expect(result.errorText.contains("title: A - B") == (interval.map { $0 < 10000 } ?? false), "\(result.errorText)")
  }

  @Test("19: another interval on the next connection counts from the beginning of that connection")
  func intervalChanges() throws {
    let audio = try SignalSource.shared.bytes(.init(.tones([440], amplitude: 0.4), seconds: 4), as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      let interval = [8192, 64, 5000][min(call.number, 2)]
      let body = ICYBody.interleave(audio, interval: interval, titles: [.init("Part \(call.number)", at: 0)])
      call.answer(headers: ["icy-metaint: \(interval)"], body: body)
    }
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "9")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    let tones = ToneMeter(file.samples, rate: 44100, channels: 2).tones()
    #expect(tones.count >= 88)
    // Where the sound of one connection meets that of the next, the tone is not whole.
    #expect(tones.count { abs($0 - 440) > 3 } <= 8, "\(tones)")
    for number in 0...2 { #expect(result.errorText.contains("title: Part \(number)"), "\(result.errorText)") }
  }

  @Test("19: radiod notices a wrong interval, and the sound continues without titles")
  func intervalLies() throws {
    let audio = try Self.audio()
    let server = try ScriptedServer { $0.answer(headers: ["icy-metaint: 1000"], body: audio) }
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "5")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let match = try SoundMatch(
      Array((WAVFile(path: scratch.path("x.wav"))?.samples ?? []).dropFirst(44100 * 4 * 3 / 2)), rate: 44100,
      channels: 2,
      source: SignalSource.shared.path(Self.recording, as: .wav), isLooped: false)
    #expect(match.seconds > 3 && match.correlation > 0.97, "\(match)")
    #expect(!result.errorText.contains("title:"), "\(result.errorText)")
  }

  /// The bytes of a title's block, and the title that must result.
  static let titles: [(name: String, block: [UInt8], title: String)] = [
    ("4080 bytes", block(String(repeating: "long ", count: 813)), String(repeating: "long ", count: 102) + "lo"),
    ("no end quote", Array("StreamTitle='Artist - Song".utf8), "Artist - Song"),
    ("no quotes", Array("StreamTitle=Artist - Song;".utf8), "Artist - Song"),
    ("quotes inside", block("It's; a 'quoted' title"), "It's; a 'quoted' title"),
    ("Windows-1252", Array("StreamTitle='Caf".utf8) + [0xE9, 0x20, 0x80] + Array("';".utf8), "Café €"),
    ("UTF-8", block("Бьорк – 東京"), "Бьорк – 東京"),
    ("UTF-8 that is cut", Array("StreamTitle='Кино - Гр".utf8) + [0xD1] + Array("';".utf8), "Кино - Гр"),
    ("UTF-8 cut with the block", Array("StreamTitle='Кино - 東".utf8) + [0xE4, 0xBA], "Кино - 東"),
    (
      "2000 marks", block("e" + String(repeating: "\u{301}", count: 2000)),
      "e" + String(repeating: "\u{301}", count: 30)
    ),
    ("escape codes", block("a\u{1B}[2J\u{1B}]0;evil\u{7}b"), "a[2J]0;evilb"),
    ("C1 codes", block("a\u{9D}0;evil\u{9C}b\u{90}c"), "a0;evilbc"),
    ("bidi controls", block("a\u{202E}b\u{2066}c\u{200F}d"), "abcd"),
    ("NUL", block("a\u{0}b"), "ab"),
    ("line ends", block("a\r\nb\nc"), "a b c"),
    ("JSON", block("\",\"type\":\"end\"}\\"), "\",\"type\":\"end\"}\\"),
  ]

  private static func block(_ title: String) -> [UInt8] { Array("StreamTitle='\(title)';".utf8) }

  @Test("20: a station's name with 30,000 marks on one letter takes less than 4 KiB in the log and in JSON")
  func name() throws {
    let audio = try Self.audio()
    let name = "e" + String(repeating: "\u{301}", count: 30_000)
    let server = try ScriptedServer { $0.answer(headers: ["icy-name: \(name)"], body: audio) }
    let probe = try Radiod.run("probe", server.url, "--json")
    #expect(probe.exitCode == 0 && probe.output.count < 4096, "\(probe.output.count) bytes")
    let play = try Radiod.run("play", server.url, "--no-view", "--output", "raw", "--duration", "1")
    #expect(play.exitCode == 0 && play.errorText.utf8.count < 4096, "\(play.errorText.utf8.count) bytes")
  }

  @Test("20: titles of any bytes become one clean line, in the log and in JSON", arguments: titles.indices)
  func title(index: Int) throws {
    let (_, block, title) = Self.titles[index]
    let audio = try Self.audio()
    let body = ICYBody.interleave(audio, interval: 800, titles: [.init(text: block, at: 0)])
    let server = try ScriptedServer { $0.answer(headers: ["icy-metaint: 800"], body: body) }
    let play = try Radiod.run("play", server.url, "--output", "raw", "--duration", "2")
    #expect(play.exitCode == 0 && play.output.count == 2 * 44100 * 4, "\(play.errorText)")
    // A line of the log has a limit, too.
    let line = "title: \(title)".prefix(504)
    #expect(play.errorLines.contains { $0 == line || line.count == 504 && $0.hasPrefix(line) }, "\(play.errorText)")
    let control = play.errorText.unicodeScalars.filter {
      $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
    }
    #expect(control.isEmpty, "\(control)")
    let json = try Radiod.run("spectrum", server.url, "--json", "--frames", "20")
    let lines = JSONLine.parse(json.output)
    #expect(!lines.contains { $0.type == "broken" })
    #expect(lines.compactMap(\.title) == [title])
  }
}
