import Foundation
import TestSupport
import Testing

@Suite("check", .ownThreads)
struct CheckCommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Writes a WAV file of 16 bits, and returns its path.
  private func wav(
    _ name: String, rate: Int = 44_100, channels: Int = 1, statedRate: Int? = nil, _ samples: [Double]
  ) throws -> String {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
    let stated = statedRate ?? rate
    let data = samples.flatMap { little(Int(($0 * 32_767).rounded()) & 0xFFFF, 2) }
    return try scratch.write(
      Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
        + little(channels, 2) + little(stated, 4) + little(stated * channels * 2, 4) + little(channels * 2, 2)
        + little(16, 2) + Array("data".utf8) + little(data.count, 4) + data, as: name)
  }

  private func sine(_ hertz: Double, amplitude: Double = 0.1, seconds: Double = 1) -> [Double] {
    (0..<Int(seconds * 44_100)).map { amplitude * sin(2 * .pi * hertz * Double($0) / 44_100) }
  }

  @Test("each expectation has a line, the counts come last, and the exit code is 0 or 1")
  func lines() throws {
    let path = try wav("tone.wav", sine(997))
    let good = try Radiod.run("check", path, "--tone", "997±1", "--level", "-20±0.1", "--not-silent", "--duration=1")
    #expect(good.exitCode == 0, "\(good.text)\(good.errorText)")
    #expect(
      good.text == """
        ok    tone 997 Hz (997 ± 1)
        ok    level −20 dBFS (−20 ± 0.1)
        ok    not silent: peak −20 dBFS, first sound at 0.000 s
        ok    duration 1 s (1 ± 0.1)
        all 4 expectations hold

        """, "\(good.text)")
    let bad = try Radiod.run("check", path, "--tone", "440", "--peak", "max:-21", "--codec", "pcm")
    #expect(bad.exitCode == 1 && bad.errorText.isEmpty)
    #expect(bad.text.hasPrefix("FAIL  tone 997 Hz (440 ± 1)\nFAIL  peak −20 dBFS at 0.0"), "\(bad.text)")
    #expect(bad.text.hasSuffix("ok    codec pcm (pcm)\n2 of 3 expectations failed\n"), "\(bad.text)")
    let quiet = try Radiod.run("check", path, "--tone", "440", "--quiet")
    #expect(quiet.exitCode == 1 && quiet.output.isEmpty && quiet.errorText.isEmpty)
    let table = try Radiod.run("check", path)
    #expect(table.exitCode == 0 && table.text.contains("\ntone           997 Hz −20 dBFS\n"), "\(table.text)")
  }

  @Test(
    "options take a value that begins with a minus sign, after a blank and after an equals sign",
    arguments: [
      ("level", "-20", true), ("rms", "-20", true), ("peak", "-20±0.1", true), ("true-peak", "-20", true),
      ("lufs", "-23.01", true), ("lufs-range", "-1", false), ("only", "-60", true), ("balance", "-3", true),
      ("dc", "-0.5", true), ("silence", "-1", false), ("tone", "-997", false), ("duration", "-1", false),
      ("clipped", "-1", false), ("channels", "-1", false), ("rate", "-1", false), ("gaps", "-1", false),
      ("starts-within", "-1", false), ("band", "-5-10=-20", false), ("codec", "-mp3", false), ("phase", "-in", false),
      ("within", "-1", false), ("skip-below", "-60", true), ("silence-level", "-50", true), ("for", "-1", false),
    ])
  func negative(option: String, value: String, isValid: Bool) throws {
    let path = try wav("tone.wav", sine(997))
    let needs: [String] =
      switch option {
      case "level", "only": ["--tone", "997"]
      case "skip-below": ["--like", path]
      default: []
      }
    let apart = try Radiod.run(["check", path, "--\(option)", value] + needs)
    let together = try Radiod.run(["check", path, "--\(option)=\(value)"] + needs)
    #expect(apart.output == together.output && apart.errorText == together.errorText)
    #expect(apart.exitCode == together.exitCode)
    #expect(isValid ? [0, 1].contains(apart.exitCode) : apart.exitCode == 64, "\(apart.exitCode): \(apart.errorText)")
    if !isValid { #expect(apart.errorText.hasPrefix("radiod: --\(option) takes "), "\(apart.errorText)") }
  }

  @Test(
    "a wrong command line is one line that says what is valid, and exit code 64",
    arguments: [
      (["--tone", "abc"], "--tone takes 997 or 997±1, not 'abc'"), (["--lufs", "5dB"], "--lufs takes"),
      (["--peak", "max:"], "--peak takes"),
      (["--silent", "--not-silent"], "--silent and --not-silent cannot both hold"),
      (["--tone", "997", "--silent"], "cannot both hold"), (["--level", "-20"], "--level is about the tone of --tone"),
      (["--bless"], "--bless goes with --golden"), (["--within", "0.3dB"], "--within goes with --golden or --like"),
      (["--title", "("], "--title takes a POSIX"), (["--channel", "9"], "--channel 9"),
      (["--channel", "0"], "--channel takes"),
      (["--band", "1-2"], "--band takes"), (["--band", "1000-30000=-20"], "--band: the band ends above 22050 Hz"),
      (["--tone", "-=5"], "--tone takes 997 or 997±1, not '-=5'"), (["--tone", "---"], "--tone takes"),
      (["--tone", "--json"], "--tone takes"), (["--channels", "1", "--phase", "in"], "cannot both hold"),
      (["--channel", "1", "--is-mono"], "--channel 1 and --is-mono cannot both hold"),
      (["--for", "1s", "--duration", "5"], "--for 1 s and --duration 5 ± 0.1 cannot both hold"),
      (["--json", "--quiet"], "--quiet and --json"), (["--codec", "wma"], "--codec takes one of"),
      (["--format", "s16le:8000:1"], "--format goes with -"), (["--for", "0"], "--for takes 10s or 500ms, not '0'"),
    ])
  func usage(words: [String], sentence: String) throws {
    let result = try Radiod.run(["check", try wav("tone.wav", sine(997))] + words)
    #expect(result.exitCode == 64 && result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    #expect(result.errorText.contains(sentence), "\(result.errorText)")
  }

  @Test("what is not sound is one line and exit code 65 or 66; the answers about other sources are there")
  func badSources() throws {
    let text = try scratch.write("this is text\n", as: "a.txt")
    let empty = try scratch.write("", as: "empty.wav")
    let zero = try wav("zero.wav", statedRate: 0, sine(440))
    let fast = try wav("fast.wav", statedRate: 384_000, sine(440))
    let one = try wav("one.wav", [0.5])
    let good = try wav("good.wav", sine(440))
    for (path, code) in [(text, 65), (empty, 65), (zero, 65), (scratch.path("none.wav"), 66)] as [(String, Int32)] {
      let result = try Radiod.run("check", path, "--not-silent")
      #expect(result.exitCode == code && result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    }
    for path in [fast, one] {
      let result = try Radiod.run("check", path, "--not-silent", "--rate", "min:44100")
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    }
    let several = try Radiod.run("check", good, text, one, "--not-silent")
    #expect(several.exitCode == 65 && several.errorText.hasPrefix("radiod: \(text) is not "), "\(several.errorText)")
    #expect(several.text.contains("\(good): ok    not silent") && several.text.contains("\(one): ok    not silent"))
    #expect(several.text.hasSuffix("all 2 expectations hold, 3 sources, 1 not measured\n"), "\(several.text)")
    let json = try Radiod.run("check", text, good, "--not-silent", "--json")
    let objects = JSONObjects.lines(json.output)
    #expect(objects.map { $0["holds"] as? Bool } == [false, true] && objects[0]["code"] as? Int == 65)
    #expect(objects[0]["error"] is String && objects[0]["expectations"] == nil)
  }

  @Test("a file that is shorter than its header says is one line and exit code 65, and replaces nothing")
  func shortened() throws {
    let bytes = Array(FileManager.default.contents(atPath: try wav("whole.wav", sine(440))) ?? Data())
    let path = try scratch.write(Array(bytes.dropLast(44_100)), as: "short.wav")
    let golden = scratch.path("golden.json")
    for words in [["--not-silent"], [], ["--golden", golden, "--bless"], ["--like", path]] {
      let result = try Radiod.run(["check", path] + words)
      #expect(result.exitCode == 65 && result.isOneLineError && result.output.isEmpty, "\(result.text)")
      #expect(result.errorText.contains("short.wav ends at 0.5 s, before the 1 s that its header states"))
    }
    #expect(!FileManager.default.fileExists(atPath: golden))
    #expect(try Radiod.run("check", path, "--not-silent", "--for", "0.5s").exitCode == 0)
    let piped = try Radiod.run("check", "-", input: path)
    #expect(piped.exitCode == 65 && piped.errorText.contains("standard input ends at 0.5 s"), "\(piped.errorText)")
    let end = JSONObjects.lines(try Radiod.run("spectrum", path, "--json").output).last
    #expect(end?["code"] as? String == "cut" && (end?["reason"] as? String)?.contains("0.5 s") == true)
  }

  @Test("--channel is about stored measurements and other sound, too")
  func channel() throws {
    let left = sine(440, amplitude: 0.2)
    let right = sine(1000)
    func stereo(_ name: String, _ one: [Double], _ two: [Double]) throws -> String {
      try wav(name, channels: 2, zip(one, two).flatMap { [$0, $1] })
    }
    let path = try stereo("a.wav", left, right)
    let other = try stereo("b.wav", sine(700), right)
    let golden = scratch.path("golden.json")
    #expect(try Radiod.run("check", path, "--channel", "2", "--golden", golden, "--bless").text.contains("1 channel"))
    for words in [["--golden", golden], ["--like", path]] {
      #expect(try Radiod.run(["check", other, "--channel", "2"] + words).exitCode == 0)
      #expect(try Radiod.run(["check", other, "--channel", "1"] + words).exitCode == 1)
      #expect(try Radiod.run(["check", other] + words).exitCode == 1)
    }
  }

  @Test("raw samples of a pipe that ends within a sample, and of nothing but NaN")
  func raw() throws {
    let odd = try scratch.write([UInt8](repeating: 0x20, count: 44_100 * 2 + 1), as: "odd")
    let raw = ["-", "--format", "s16le:44100:1"]
    let cut = try Radiod.run(["check"] + raw + ["--duration", "1±0"], input: odd)
    #expect(cut.exitCode == 65 && cut.isOneLineError && cut.output.isEmpty, "\(cut.text)\(cut.errorText)")
    #expect(cut.errorText.contains("standard input ends in mid-sample: 1 byte is left over"), "\(cut.errorText)")
    let limited = try Radiod.run(["check"] + raw + ["--duration", "1±0", "--for", "1s"], input: odd)
    #expect(limited.exitCode == 0, "\(limited.text)\(limited.errorText)")
    let byte = try Radiod.run(["check"] + raw, input: scratch.write([1], as: "byte"))
    #expect(byte.exitCode == 65 && byte.errorText.contains("less than one sample"), "\(byte.errorText)")
    let whole = try scratch.write([UInt8](repeating: 0x20, count: 44_100 * 2), as: "whole")
    let frames = try [odd, whole].map { try Radiod.run(["spectrum"] + raw + ["--json"], input: $0) }
    #expect(
      frames[0].exitCode == 0
        && frames[0].errorText == cut.errorText.replacing("radiod: ", with: "").replacing(" (see --for)", with: ""))
    let lines = frames.map { $0.output.split(separator: UInt8(ascii: "\n")) }
    #expect(lines[0].dropLast() == lines[1].dropLast())
    #expect(JSONObjects.lines(frames[0].output).last?["code"] as? String == "cut")
    let nan = try scratch.write((0..<44_100).flatMap { _ in [0, 0, 0xC0, 0x7F] as [UInt8] }, as: "nan")
    let none = try Radiod.run("check", "-", "--format", "f32le:44100:1", "--silent", input: nan)
    #expect(none.exitCode == 65 && none.errorText.contains("finite"), "\(none.text)\(none.errorText)")
    let some = try scratch.write([0, 0, 0xC0, 0x7F] + [UInt8](repeating: 0, count: 400), as: "some")
    let warned = try Radiod.run("check", "-", "--format", "f32le:44100:1", "--silent", input: some)
    #expect(warned.exitCode == 0 && warned.errorText.contains("1 sample is NaN or infinite"), "\(warned.errorText)")
  }
}
