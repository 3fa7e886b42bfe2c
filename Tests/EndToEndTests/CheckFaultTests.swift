import Foundation
import TestSupport
import Testing

@Suite("what a check must not let pass", .ownThreads, .enabled(if: SignalSource.isAvailable))
struct CheckFaultTests {
  private let scratch: Scratch
  private let music: String

  init() throws {
    scratch = try Scratch()
    music = try SignalSource.shared.path(.init(.music, seconds: 3), as: .wav)
  }

  /// Makes a file of the music with ffmpeg's options.
  private func variant(_ name: String, _ options: String...) throws -> String {
    let path = scratch.path(name)
    let words = ["-v", "error", "-y", "-i", music] + options + [path]
    let result = try ProcessRunner.run("ffmpeg", words)
    try #require(result.exitCode == 0, "\(result.errorText)")
    return path
  }

  @Test(
    "a change in the last 50 ms, or 90 ms more or less of sound, is found",
    arguments: [
      ["-af", "volume=volume=0:enable='gte(t,2.95)'"], ["-t", "2.91"], ["-af", "apad=pad_dur=0.09"],
    ])
  func ends(options: [String]) throws {
    let path = try variant("changed.wav", options[0], options[1], "-c:a", "pcm_f32le")
    let same = try variant("same.wav", "-c:a", "pcm_f32le")
    #expect(try Radiod.run("check", same, "--like", music).exitCode == 0)
    let result = try Radiod.run("check", path, "--like", music)
    #expect(result.exitCode == 1 && result.text.hasPrefix("FAIL  like"), "\(result.text)")
  }

  @Test("nothing that is loud enough to be compared is not an agreement")
  func quiet() throws {
    let one = try variant("one.wav", "-af", "volume=-70dB", "-c:a", "pcm_f32le")
    let other = try variant("other.wav", "-af", "volume=-70dB,aecho=1:0.9:40:0.9", "-c:a", "pcm_f32le")
    let result = try Radiod.run("check", one, "--like", other)
    #expect(result.exitCode == 1 && result.text.contains("--skip-below"), "\(result.text)")
    #expect(try Radiod.run("check", one, "--like", one, "--skip-below", "-90").exitCode == 0)
  }

  @Test(
    "a pattern matches characters, and one whose repetitions grow without bound is refused",
    arguments: [
      ("^cr.me b[rü]", 0, "ok    title"), ("^cr[é]me", 1, "FAIL  title"), (#"\\1"#, 1, "FAIL  title"),
      ("((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)", 64, "nested too deep"),
      ("a++++++++++++++++++++++++", 64, "nested too deep"), ("(a)\\1", 64, "refers to a group"),
    ])
  func titles(pattern: String, code: Int32, words: String) throws {
    let path = try variant("titled.flac", "-metadata", "title=crème brûlée")
    let result = try Radiod.run("check", path, "--title", pattern)
    #expect(result.exitCode == code && (result.text + result.errorText).contains(words), "\(result.errorText)")
  }

  @Test("a source that is missing takes away no answer about another, and no report")
  func missing() throws {
    let report = scratch.path("report.xml")
    let result = try Radiod.run(
      "check", music, scratch.path("none.wav"), music, "--not-silent", "--junit", report)
    #expect(result.exitCode == 66, "\(result.errorText)")
    #expect(result.text.split(separator: "\n").count { $0.contains("ok    not silent") } == 2, "\(result.text)")
    #expect(result.text.contains("1 not measured") && result.isOneLineError)
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("errors=\"1\"") && text.contains("none.wav"))
  }

  @Test("a measurement that is not stored is said to be missing")
  func notStored() throws {
    let golden = scratch.path("golden.json")
    let result = try Radiod.run("check", music, "--peak", "max:-90", "--golden", golden, "--bless")
    #expect(result.exitCode == 1 && result.text.contains("golden \(golden) not written"), "\(result.text)")
    #expect(!FileManager.default.fileExists(atPath: golden))
  }

  @Test("frames of sound without a finite sample replace no file")
  func notFinite() throws {
    let file = try scratch.write("old\n", as: "frames.csv")
    let input = try scratch.write([UInt8](repeating: 0xFF, count: 32_000), as: "nan.f32")
    for words in [["spectrum", "-", "--output", "csv:\(file)"], ["check", "-", "--not-silent"]] {
      let result = try Radiod.run(words + ["--format", "f32le:8000:1"], input: input)
      #expect(result.exitCode == 65 && result.errorText.contains("no finite sample"), "\(result.errorText)")
    }
    #expect(scratch.read("frames.csv") == Array("old\n".utf8))
  }
}
