import Foundation
import TestSupport
import Testing

@Suite("Raw samples, and the header of frames", .ownThreads)
struct RawInputTests {
  private static let recording = SignalSource.Recording(.music, seconds: 2)

  private func frames(_ output: [UInt8]) -> [Substring] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(#"{"type":"frame""#) }
  }

  private func header(_ output: [UInt8]) throws -> [String: Any] {
    let line = try #require(output.split(separator: UInt8(ascii: "\n")).first)
    return try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  @Test(
    "raw samples from ffmpeg give the frames of the file", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")),
    arguments: [(.wav, "f32le"), (.flac, "s16le")] as [(SignalSource.Coding, String)])
  func agrees(coding: SignalSource.Coding, encoding: String) throws {
    let path = try SignalSource.shared.path(Self.recording, as: coding)
    let file = try Radiod.run("spectrum", path, "--json")
    let raw = try Radiod.shell(
      "ffmpeg -v error -i '\(path)' -f \(encoding) - | \"$RADIOD\" spectrum - --json --format \(encoding):44100:2")
    #expect(raw.exitCode == 0 && raw.errorText.isEmpty, "\(raw.errorText)")
    #expect(frames(raw.output).count > 80 && frames(raw.output) == frames(file.output))
    #expect(try header(raw.output)["codec"] as? String == "pcm")
    // The same from a file that can be read at any position.
    let scratch = try Scratch()
    let samples = scratch.path("samples")
    _ = try Radiod.shell("ffmpeg -v error -i '\(path)' -f \(encoding) '\(samples)'")
    let seekable = try Radiod.run("spectrum", "-", "--json", "--format", "\(encoding):44100:2", input: samples)
    #expect(frames(seekable.output) == frames(file.output))
  }

  @Test("samples are played unchanged; an unfinished frame at the end is left out")
  func plays() throws {
    let scratch = try Scratch()
    let samples = (0..<20_000).flatMap { index -> [UInt8] in
      let value = Int16(truncatingIfNeeded: index * 7919)
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    let path = try scratch.write(samples + [1, 2, 3], as: "samples")
    let result = try Radiod.run("play", "-", "--output", "raw", "--format", "s16le:8000:2", input: path)
    #expect(result.exitCode == 0 && result.output == samples, "\(result.errorText)")
  }

  @Test(
    "samples that look like a file of another kind are played as samples",
    arguments: ["RIFF\u{1}\u{0}\u{0}\u{0}WAVE", "ID3\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "OggS", "<html>"])
  func looksLikeAFile(beginning: String) throws {
    let scratch = try Scratch()
    let bytes = Array(beginning.utf8) + [UInt8](repeating: 0, count: 20_000 - beginning.utf8.count)
    let path = try scratch.write(bytes, as: "samples")
    let result = try Radiod.run("play", "-", "--output", "raw", "--format", "s16le:44100:1", input: path)
    #expect(result.exitCode == 0 && result.output.prefix(12) == bytes.prefix(12), "\(result.errorText)")
  }

  @Test(
    "an invalid format, or a format for a source that has its own, is refused in one line",
    arguments: [
      (["spectrum", "-", "--format", "s24le:44100:2"], "--format takes s16le:RATE:CHANNELS or f32le:RATE:CHANNELS"),
      (["spectrum", "-", "--format", "s16le:0:2"], "from 1 to 768000 Hz, not 0"),
      (["play", "-", "--format", "s16le:44100:65"], "1 to 64 channels, not 65"),
      (["spectrum", "demo", "--format", "s16le:44100:2"], "--format goes with - (standard input)"),
      (["play", "--format", "s16le:44100:2"], "--format goes with - (standard input)"),
    ])
  func refused(words: [String], part: String) throws {
    let result = try Radiod.run(words)
    #expect(result.exitCode == 64 && result.isOneLineError && result.errorText.contains(part), "\(result.errorText)")
  }

  @Test("input without a whole sample frame is not audio")
  func nothing() throws {
    let scratch = try Scratch()
    let inputs: [([UInt8], String)] = [([], "radiod: standard input was empty\n"), ([7], "less than one sample")]
    for (bytes, words) in inputs {
      let path = try scratch.write(bytes, as: "samples")
      let result = try Radiod.run("spectrum", "-", "--json", "--format", "s16le:44100:2", input: path)
      #expect(result.exitCode == 65 && result.isOneLineError, "\(result.exitCode) \(result.errorText)")
      #expect(result.errorText.contains(words), "\(result.errorText)")
    }
    let empty = try scratch.write([UInt8](), as: "samples")
    for words in [["play", "-", "--no-view"], ["probe", "-"], ["spectrum", "-", "--json"]] {
      let result = try Radiod.run(words, input: empty)
      #expect(result.exitCode == 65 && result.errorText == "radiod: standard input was empty\n", "\(result.errorText)")
    }
  }

  @Test("a header describes its frames; only that of a live stream has a clock, and the frames are the same")
  func headers() throws {
    let path = try SignalSource.shared.path(Self.recording, as: .mp3(kilobits: 128))
    let bytes = try SignalSource.shared.bytes(Self.recording, as: .mp3(kilobits: 128))
    let file = try Radiod.run("spectrum", path, "--json", "--channels", "mono").output
    let header = try header(file)
    #expect(header["channels"] as? Int == 2 && header["mode"] as? String == "mono")
    #expect(header["floor"] as? Int == -120 && header["rmsReference"] as? String == "sine")
    #expect(
      header["program"] as? String == (try Radiod.run("--version").text.split(separator: "\n").first).map(String.init))
    #expect(header["clock"] == nil)
    for isLive in [true, false] {
      let server = try ScriptedServer { call in
        call.answer(headers: isLive ? [] : ["Content-Length: \(bytes.count)"])
        call.send(bytes)
      }
      let before = Date.now
      let result = try Radiod.run("spectrum", server.url, "--json", "--channels", "mono", "--retry", "never").output
      #expect(frames(result) == frames(file))
      let clock = try self.header(result)["clock"] as? String
      #expect((clock != nil) == isLive)
      guard let clock else { continue }
      let formatter = ISO8601DateFormatter()
      formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      let time = try #require(formatter.date(from: clock))
      #expect(time > before.addingTimeInterval(-0.01) && time < .now)
    }
  }
}
