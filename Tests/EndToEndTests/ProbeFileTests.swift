import Foundation
import TestSupport
import Testing

@Suite("radiod probe with a file", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
struct ProbeFileTests {
  private static let music = SignalSource.Recording(.music, seconds: 9)

  @Test(
    "probe reports the codec and the length of a file",
    arguments: [
      ("wav", "pcm", 0.0), ("flac", "flac", 0), ("aiff", "pcm", 0), ("m4a", "aac", 0.1), ("mp3", "mp3", 0.2),
    ])
  func files(ending: String, codec: String, tolerance: Double) throws {
    let scratch = try Scratch()
    let path = scratch.path("a file." + ending)
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-i", SignalSource.shared.path(Self.music, as: .wav), "-metadata", "title=Song", path])
    #expect(made.exitCode == 0, "\(made.errorText)")
    let json = try Radiod.run("probe", path, "--json")
    #expect(json.exitCode == 0, "\(json.errorText)")
    let report = try #require(JSONObjects.whole(json.output))
    #expect(report["file"] as? String == path && report["codec"] as? String == codec, "\(report)")
    #expect(report["channels"] as? Int == 2 && report["url"] == nil && report["headers"] == nil)
    let length = try #require(report["length"] as? Double)
    #expect(abs(length - 9) <= tolerance, "\(length)")
    let table = try Radiod.run("probe", path).text
    #expect(table.contains("\nlength        0:09\n") && table.hasPrefix("file          \(path)\n"), "\(table)")
  }

  @Test("an MP3 of constant bit rate whose head states no length gets an estimate, and one of variable bit rate none")
  func estimatedLength() throws {
    let scratch = try Scratch()
    for (name, options, isConstant) in [
      ("constant.mp3", ["-b:a", "128k", "-write_id3v1", "1"], true), ("variable.mp3", ["-q:a", "4"], false),
      ("silent.mp3", ["-q:a", "4", "-af", "adelay=2000:all=1"], false),
    ] {
      let path = scratch.path(name)
      let music = try SignalSource.shared.path(Self.music, as: .wav)
      let made = try ProcessRunner.run(
        "ffmpeg", ["-y", "-v", "error", "-i", music, "-write_xing", "0"] + options + [path])
      #expect(made.exitCode == 0, "\(made.errorText)")
      let report = try #require(JSONObjects.whole(Radiod.run("probe", path, "--json").output))
      #expect(report["length"] == nil, "\(report)")
      let estimate = report["estimatedLength"] as? Double
      #expect(isConstant ? estimate.map { abs($0 - 9) < 0.3 } == true : estimate == nil, "\(report)")
      let table = try Radiod.run("probe", path).text
      #expect(table.contains("\nlength        about 0:09\n") == isConstant, "\(table)")
    }
    let pipe = try Radiod.shell("$RADIOD probe - --json < '\(scratch.path("constant.mp3"))'")
    #expect(pipe.exitCode == 0 && !pipe.text.contains("estimatedLength"), "\(pipe.text)")
  }

  @Test("tags at the end of a file do not count for its estimated length")
  func tagsAtEnd() throws {
    let scratch = try Scratch()
    let sound = try SignalSource.shared.bytes(Self.music, as: .mp3(kilobits: 128))
    let itemBytes = 64_000
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let ape =
      [UInt8](repeating: 0, count: itemBytes) + Array("APETAGEX".utf8) + word(2000) + word(itemBytes + 32) + word(1)
      + word(0) + word(0) + word(0)
    let id3 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    func length(_ bytes: [UInt8]) throws -> Double {
      let path = try scratch.write(bytes, as: "a.mp3")
      let report = try #require(JSONObjects.whole(Radiod.run("probe", path, "--json").output))
      return try #require(report["estimatedLength"] as? Double, "\(report)")
    }
    #expect(try length(sound) == length(sound + ape + id3))
  }

  @Test("probe reads standard input, which need not end")
  func pipe() throws {
    let path = try SignalSource.shared.path(Self.music, as: .mp3(kilobits: 128))
    let result = try Radiod.shell("$RADIOD probe - < <(cat \(path); sleep 120)", limit: .seconds(10))
    #expect(result.exitCode == 0 && result.text.contains("MP3 128 kbit/s 44100 Hz stereo"), "\(result.errorText)")
    #expect(result.text.hasPrefix("file          standard input\n"))
  }

  @Test("probe follows a playlist in a file, and names a file that is not audio")
  func others() throws {
    let scratch = try Scratch()
    let audio = try SignalSource.shared.bytes(Self.music, as: .mp3(kilobits: 128))
    let server = try ScriptedServer { $0.answer(headers: ["Content-Type: audio/mpeg"], body: audio) }
    let list = try scratch.write("[playlist]\nFile1=\(server.url("/live"))\n", as: "list.pls")
    let followed = try Radiod.run("probe", list)
    #expect(followed.text.contains("address       \(server.url("/live"))"), "\(followed.errorText)")
    let text = try scratch.write(String(repeating: "no music\n", count: 100), as: "notes.txt")
    let refused = try Radiod.run("probe", text)
    #expect(refused.exitCode == 65 && refused.isOneLineError && refused.errorText.contains("notes.txt"))
    #expect(try Radiod.run("probe", scratch.path("none.mp3")).exitCode == 66)
  }
}
