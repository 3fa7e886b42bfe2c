import Foundation
import TestSupport
import Testing

@Suite("FLAC, WAV and AIFF play bit by bit", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "flac")))
struct LosslessTests {
  private static let recording = SignalSource.Recording(.music, seconds: 3)

  /// The samples that flac itself decodes from the file at `path`.
  private func decoded(_ path: String) throws -> [UInt8] {
    try ProcessRunner.run("flac", ["-s", "-d", "-c", "--force-raw-format", "--endian=little", "--sign=signed", path])
      .output
  }

  @Test("FLAC from a file, from standard input and from a real-time station plays bit by bit as flac decodes it")
  func flac() throws {
    let path = try SignalSource.shared.path(Self.recording, as: .flac)
    let bytes = try SignalSource.shared.bytes(Self.recording, as: .flac)
    let wanted = try decoded(path)
    #expect(wanted.count == 3 * 44100 * 4)
    #expect(try Radiod.run("play", path, "--output", "raw").output == wanted)
    #expect(try Radiod.run("play", "-", "--output", "raw", input: path).output == wanted)
    let server = try ScriptedServer { call in
      guard call.number == 0 else { return call.answer("404 Not Found") }
      call.answer(headers: ["Content-Type: audio/flac"])
      call.send(bytes, piecesOf: 4000, pause: .milliseconds(20))
    }
    let scratch = try Scratch()
    let station = try Radiod.run(
      "play", server.url, "--no-view", "--duration", "3", "--volume", "100", "--output", "wav:" + scratch.path("x.wav"))
    #expect(station.errorText.contains("FLAC, 44100 Hz, 2 channels"), "\(station.errorText)")
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(file.isConsistent && file.rate == 44100 && file.channels == 2)
    #expect(file.samples == wanted)
  }

  @Test("FLAC of 32 bits plays, or play, probe and stations check reject it by that name")
  func thirtyTwoBits() throws {
    let scratch = try Scratch()
    let raw = try scratch.write((0..<3 * 44100 * 8).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }, as: "a.raw")
    let arguments = [
      "-s", "--force-raw-format", "--endian=little", "--sign=signed", "--bps=32", "--channels=2",
      "--sample-rate=44100", "-o", scratch.path("a.flac"), raw,
    ]
    try #require(try ProcessRunner.run("flac", arguments).exitCode == 0)
    let server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: audio/flac"])
      call.sendForever(scratch.read("a.flac"))
    }
    let list = try scratch.write(
      #"{"version":1,"stations":[{"id":"deep","name":"Deep","url":"\#(server.url)"}]}"#, as: "stations.json")
    let play = try Radiod.run("play", scratch.path("a.flac"), "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    let station = try Radiod.run("play", server.url, "--no-view", "--output", "silent", "--duration", "1")
    let probe = try Radiod.run("probe", server.url)
    let check = try Radiod.run("stations", "check", "--stations", list)
    if play.exitCode == 0 {
      #expect(WAVFile(path: scratch.path("x.wav"))?.seconds == 3)
      #expect(station.exitCode == 0 && probe.exitCode == 0 && check.exitCode == 0)
    } else {
      for result in [play, station, probe] {
        #expect(result.exitCode == 65 && result.errorText.contains("32 bits"), "\(result.errorText)")
        #expect(!result.errorText.contains("playing"), "\(result.errorText)")
      }
      #expect(check.exitCode == 69 && check.text.contains("32 bits"), "\(check.text)")
    }
  }

  @Test("a recording plays the same samples from every container", arguments: ["wav", "aiff", "rf64"])
  func samples(kind: String) throws {
    let scratch = try Scratch()
    let wanted = try decoded(try SignalSource.shared.path(Self.recording, as: .flac))
    let source = try SignalSource.shared.path(Self.recording, as: .flac)
    let path = scratch.path("a." + (kind == "aiff" ? "aiff" : "wav"))
    let options = kind == "rf64" ? ["-rf64", "always"] : []
    #expect(try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", source] + options + [path]).exitCode == 0)
    #expect(try Radiod.run("play", path, "--output", "raw").output == wanted)
  }

  @Test("the titles of concatenated FLAC files are reported where each file begins")
  func titles() throws {
    let scratch = try Scratch()
    var both: [UInt8] = []
    for title in ["One", "Two"] {
      let tagged = scratch.path(title + ".flac")
      let source = try SignalSource.shared.path(Self.recording, as: .flac)
      let arguments = [
        "-v", "error", "-i", source, "-c", "copy", "-metadata", "artist=Can", "-metadata", "title=" + title,
      ]
      #expect(try ProcessRunner.run("ffmpeg", arguments + [tagged]).exitCode == 0)
      both += scratch.read(title + ".flac")
    }
    let result = try Radiod.run("spectrum", scratch.write(both, as: "both.flac"), "--json")
    let lines = JSONLine.parse(result.output).filter { $0.type == "metadata" }
    #expect(lines.compactMap(\.title) == ["Can - One", "Can - Two"], "\(result.errorText)")
    #expect(zip(lines, [0.0, 3]).allSatisfy { abs(($0.time ?? -1) - $1) < 0.1 })
  }
}
