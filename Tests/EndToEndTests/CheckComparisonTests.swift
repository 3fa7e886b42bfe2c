import Foundation
import TestSupport
import Testing

@Suite("check of encoded files, stored measurements and stations", .ownThreads)
struct CheckComparisonTests {
  private static let music = SignalSource.Recording(.music, seconds: 4)
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("a golden file is written, read, renewed, and kept when it cannot be written")
  func golden() throws {
    let path = try SignalSource.shared.path(Self.music, as: .wav)
    let flac = try SignalSource.shared.path(Self.music, as: .flac)
    let golden = scratch.path("music.golden.json")
    let written = try Radiod.run("check", path, "--golden", golden, "--bless")
    #expect(
      written.exitCode == 0 && written.text == "ok    golden \(golden) written: 4 s, 2 channels\n", "\(written.text)")
    #expect(scratch.size("music.golden.json") <= 4 * 2048)
    let before = FileManager.default.contents(atPath: golden)
    let same = try Radiod.run("check", path, "--golden", golden, "--within", "0.3dB")
    #expect(same.exitCode == 0 && same.text.hasPrefix("ok    golden 0 dB at most (within 0.3 dB)"), "\(same.text)")
    // The samples of the WAV file have 32 bits, those of the FLAC file 16.
    let rounded = try Radiod.run("check", flac, "--golden", golden, "--within", "0.3dB")
    #expect(rounded.exitCode == 0 && rounded.text.hasPrefix("ok    golden 0"), "\(rounded.text)")
    let other = try SignalSource.shared.path(.init(.music, seconds: 4, channels: 1), as: .wav)
    let bad = try Radiod.run("check", other, "--golden", golden)
    #expect(bad.exitCode == 1 && bad.text.hasPrefix("FAIL  golden: 1 channel (2)"), "\(bad.text)")
    // What fails is not stored.
    let refused = try Radiod.run("check", other, "--golden", golden, "--bless", "--channels", "2")
    #expect(refused.exitCode == 1 && FileManager.default.contents(atPath: golden) == before)
    #expect(try Radiod.run("check", path, "--golden", scratch.path("no/such"), "--bless").exitCode == 0)
    let folder = try Radiod.run("check", path, "--golden", scratch.path, "--bless")
    #expect([73, 74].contains(folder.exitCode) && folder.errorText.contains(scratch.path), "\(folder.errorText)")

    let text = String(decoding: before ?? Data(), as: UTF8.self)
    for (name, content, reason) in [
      ("cut", String(text.prefix(900)), "end of file"),
      ("version", text.replacing("\"version\":1", with: "\"version\":9"), "version 9"),
      ("bands", text.replacing("[50,63", with: "[51,63"), "other bands"),
      ("text", "hello", "where a value is expected"),
    ] {
      let file = try scratch.write(content, as: name)
      let result = try Radiod.run("check", path, "--golden", file)
      #expect(result.exitCode == 65 && result.errorText.contains(reason), "\(name): \(result.errorText)")
      #expect(result.errorText.split(separator: "\n").count == 1)
    }
    #expect(try Radiod.run("check", path, "--golden", scratch.path("none")).exitCode == 66)
  }

  @Test("an MP3 is like its source within 1 dB, and not within 0.1 dB", .enabled(if: SignalSource.isAvailable))
  func like() throws {
    let wav = try SignalSource.shared.path(Self.music, as: .wav)
    let mp3 = try SignalSource.shared.path(Self.music, as: .mp3(kilobits: 192))
    let near = try Radiod.run("check", mp3, "--like", wav, "--within", "1dB", "--codec", "mp3", "--json")
    let answers = try #require(JSONObjects.lines(near.output).first?["expectations"] as? [[String: Any]])
    #expect(near.exitCode == 0 && answers.map { $0["name"] as? String } == ["codec", "like"], "\(near.text)")
    let strict = try Radiod.run("check", mp3, "--like", wav, "--within", "0.1dB")
    #expect(strict.exitCode == 1 && strict.text.hasPrefix("FAIL  like "), "\(strict.text)")
  }

  @Test("a JUnit file is written, and the old one is kept when that fails")
  func junit() throws {
    let path = try SignalSource.shared.path(Self.music, as: .wav)
    let file = scratch.path("report.xml")
    let result = try Radiod.run("check", path, "--not-silent", "--peak", "max:-50", "--junit", file)
    #expect(result.exitCode == 1)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("tests=\"2\" failures=\"1\" errors=\"0\"") && text.contains("<failure message=\"peak "))
    // The limit of the size is for standard error, too, where that is a file.
    let full = try Radiod.shell(
      """
      trap '' XFSZ; set -o pipefail
      (ulimit -f 0; "$RADIOD" check '\(path)' --not-silent --junit '\(file)') 2>&1 | cat
      """)
    #expect(full.exitCode == 74 && full.text.contains(file), "\(full.exitCode) \(full.text)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test("silences are those of ffmpeg's silencedetect to 0.1 s", .enabled(if: SignalSource.isAvailable))
  func silences() throws {
    var generator = SeededRandom(state: 3)
    var samples: [UInt8] = []
    for part in 0..<12 {
      let frames = Int.random(in: 3000...40_000, using: &generator)
      let level = part.isMultiple(of: 2) ? Int16(8000) : Int16(20)
      for _ in 0..<frames {
        let value = Int16.random(in: -level...level, using: &generator)
        samples += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
    let path = try scratch.write(samples, as: "samples")
    let check = try Radiod.run(
      "check", "-", "--format", "s16le:44100:1", "--silence", "max:0.01", "--json", input: path)
    let answers = try #require(JSONObjects.lines(check.output).first?["expectations"] as? [[String: Any]])
    let places = try #require(answers[0]["places"] as? [[String: Any]])
    let ours = places.map { place in
      (place["time"] as? Double ?? .nan, place["duration"] as? Double ?? .nan)
    }.sorted { $0.0 < $1.0 }
    let other = try Radiod.shell(
      "ffmpeg -hide_banner -f s16le -ar 44100 -ac 1 -i '\(path)' -af silencedetect=noise=-60dB:d=0.1 -f null - 2>&1")
    func numbers(_ key: String) -> [Double] {
      other.text.split(separator: key + ": ").dropFirst().compactMap {
        Double($0.prefix { "0123456789.".contains($0) })
      }
    }
    let (starts, durations) = (numbers("silence_start"), numbers("silence_duration"))
    #expect(ours.count == starts.count && starts.count >= 3, "\(ours) \(starts)")
    for (index, (time, duration)) in ours.enumerated() {
      #expect(abs(time - starts[index]) < 0.1 && abs(duration - durations[index]) < 0.1, "\(ours[index])")
    }
  }

  @Test("a station needs --for, and answers about its codec, title and first sound")
  func station() throws {
    let check = try Radiod.run(
      "check", "demo", "--for", "2s", "--codec", "mp3", "--not-silent", "--title", ".", "--gaps", "max:0")
    #expect(check.exitCode == 0, "\(check.text)\(check.errorText)")
    let endless = try Radiod.run("check", "demo", "--not-silent")
    #expect(endless.exitCode == 64 && endless.errorText.contains("--for 10s"), "\(endless.errorText)")
  }

  @Test("memory does not grow with the length of the sound")
  func memory() throws {
    // Ten hours of samples are 1.1 GB in memory.
    let check = try Radiod.shell(
      """
      ulimit -v 600000
      head -c 576000000 /dev/zero |
        "$RADIOD" check - --format s16le:8000:1 --silent --rms max:-100 --dc max:0 --duration 36000±1
      """, limit: .seconds(300))
    #expect(check.exitCode == 0 && check.text.hasSuffix("all 4 expectations hold\n"), "\(check.text)\(check.errorText)")
  }
}
