import Foundation
import TestSupport
import Testing

@Suite("radiod spectrum of whole files", .ownThreads)
struct MeasuredFileTests {
  private func lines(_ output: [UInt8]) throws -> [[String: Any]] {
    try output.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
  }

  /// A file of floats without a header.
  private func raw(_ samples: [Float], in scratch: Scratch) throws -> String {
    try scratch.write(samples.withUnsafeBytes { Array($0) }, as: "samples")
  }

  @Test("one sample is one frame, and the end describes it")
  func oneSample() throws {
    let scratch = try Scratch()
    let path = try raw([0.5, -0.25], in: scratch)
    let result = try Radiod.run("spectrum", "-", "--json", "--format", "f32le:48000:2", input: path)
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    let lines = try lines(result.output)
    #expect(lines.map { $0["type"] as? String } == ["header", "frame", "end"])
    #expect(lines[1]["padded"] as? Int == 4095)
    #expect(lines[2]["code"] as? String == "end" && lines[2]["samples"] as? Int == 1)
    #expect(lines[2]["peak"] as? Double == -6.02 && lines[2]["dc"] as? [Double] == [0.5, -0.25])
  }

  @Test("NaN and infinite samples are counted, with one line of warning, and never reach the numbers")
  func invalid() throws {
    let scratch = try Scratch()
    let path = try raw(
      [Float](repeating: .nan, count: 9000) + [.infinity] + [Float](repeating: 0.1, count: 999), in: scratch)
    let result = try Radiod.run("spectrum", "-", "--json", "--format", "f32le:48000:1", input: path)
    #expect(result.exitCode == 0)
    #expect(result.errorText == "9001 samples are NaN or infinite and count as 0\n", "\(result.errorText)")
    let end = try #require(try lines(result.output).last)
    #expect(end["invalidSamples"] as? Int == 9001 && end["peak"] as? Double == -20)
    let finite = try raw([0.1, 0.1], in: scratch)
    #expect(try Radiod.run("spectrum", "-", "--json", "--format", "f32le:48000:1", input: finite).errorText.isEmpty)
  }

  @Test(
    "each of six channels has a row, and the mix is that of playing", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")),
    arguments: ["x.wav", "x.flac", "x.m4a", "x.opus", "x.ogg"])
  func surround(name: String) throws {
    let scratch = try Scratch()
    let path = scratch.path(name)
    let made = try Radiod.shell(
      "ffmpeg -v error -f lavfi -i 'sine=1000:d=1,pan=5.1|c0=0*c0|c1=0*c0|c2=0*c0|c3=0*c0|c4=c0|c5=0*c0' "
        + "\(name == "x.opus" ? "-mapping_family 1" : "") -movflags +faststart -ar 48000 '\(path)'")
    #expect(made.exitCode == 0, "\(made.errorText)")
    let all = try lines(try Radiod.run("spectrum", path, "--json", "--lufs").output)
    #expect(
      all[0]["sourceChannels"] as? Int == 6 && all[0]["channels"] as? Int == 6 && all[0]["mode"] as? String == "all")
    let peaks = try #require(all[20]["peak"] as? [Double])
    #expect(peaks.count == 6 && peaks[4] > -20 && peaks.enumerated().allSatisfy { $0 == 4 || $1 < peaks[4] - 25 })
    #expect(all.last?["layoutKnown"] as? Bool == true && all.last?["peakChannel"] as? Int == 5)
    let mixed = try lines(try Radiod.run("spectrum", path, "--json", "--channels", "stereo").output)
    #expect(mixed[0]["sourceChannels"] as? Int == 6 && mixed[0]["channels"] as? Int == 2)
    let sides = try #require(mixed[20]["peak"] as? [Double])
    #expect(sides.count == 2 && sides[0] > sides[1] + 20, "back left is heard at the left")
  }

  @Test("with --fps, sounds of 44.1 and 48 kHz have their frames at the same distances")
  func framesPerSecond() throws {
    for rate in [44100, 48000] {
      let recording = SignalSource.Recording(.music, seconds: 2, rate: rate)
      let path = try SignalSource.shared.path(recording, as: .wav)
      let found = try lines(
        try Radiod.run("spectrum", path, "--json", "--fps", "30", "--no-bars", "--decimals", "5").output)
      #expect(found[0]["fps"] as? Int == 30)
      let frames = found.filter { $0["type"] as? String == "frame" }
      #expect(frames.count == 59 && frames.allSatisfy { $0["bars"] == nil })
      for (index, frame) in frames.enumerated() {
        let start = try #require(frame["time"] as? Double) - 2048 / Double(rate)
        #expect(abs(start - Double(index) / 30) <= 0.5 / Double(rate) + 1e-6)
      }
      #expect(String(describing: frames[9]["rms"] ?? "").contains("."))
    }
  }

  @Test("frames in a CSV file are those of JSON; a write that fails keeps the old file")
  func csv() throws {
    let scratch = try Scratch()
    let sound = try SignalSource.shared.path(.init(.music, seconds: 2), as: .wav)
    let path = scratch.path("x.csv")
    let result = try Radiod.run("spectrum", sound, "--output", "csv:\(path)", "--lufs")
    #expect(result.exitCode == 0 && result.output.isEmpty && result.errorText.isEmpty, "\(result.errorText)")
    let rows = String(decoding: scratch.read("x.csv"), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let frames = try lines(try Radiod.run("spectrum", sound, "--json", "--lufs").output).filter {
      $0["type"] as? String == "frame"
    }
    #expect(rows.count == 2 * frames.count + 1 && rows.allSatisfy { $0.count == 89 })
    for (index, frame) in frames.enumerated() {
      let levels = try #require(frame["levels"] as? [[Double]])
      for row in 0..<2 { #expect(rows[2 * index + row + 1].dropFirst(9).map { Double($0) } == levels[row]) }
    }
    // The limit is passed while the file is written, not when it is made.
    let old = scratch.read("x.csv")
    let full = try Radiod.shell(
      "trap '' XFSZ; ulimit -f 64; \"$RADIOD\" spectrum '\(sound)' --output 'csv:\(path)'")
    #expect(full.exitCode == 74 && full.isOneLineError && full.errorText.contains(path), "\(full.errorText)")
    #expect(scratch.read("x.csv") == old)
    let device = try Radiod.run("spectrum", sound, "--output", "npz:/dev/full")
    #expect(device.exitCode == 74 && device.isOneLineError, "\(device.exitCode) \(device.errorText)")
    let empty = try scratch.write([], as: "empty")
    let nothing = try Radiod.run("spectrum", empty, "--output", "csv:\(path)")
    #expect(nothing.exitCode == 65 && scratch.read("x.csv") == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["empty", "x.csv"])
  }

  @Test("SIGINT completes a file with the frames so far")
  func interrupted() throws {
    let scratch = try Scratch()
    let path = scratch.path("x.csv")
    let analyser = try Radiod.start("spectrum", "demo", "--output", "csv:\(path)")
    #expect(ProcessRunner.eventually { (scratch.read(".x.csv.new")).count > 100_000 })
    #expect(analyser.terminate(SIGINT) == 130)
    let text = String(decoding: scratch.read("x.csv"), as: UTF8.self)
    let columns = Set(text.split(separator: "\n").map { $0.count { $0 == "," } })
    #expect(columns.count == 1 && text.hasSuffix("\n"))
  }

  @Test(
    "on a terminal, work of more than a second shows its progress and leaves nothing of it behind",
    .enabled(if: TmuxScreen.isAvailable))
  func progress() throws {
    let scratch = try Scratch()
    let screen = try TmuxScreen(
      columns: 100, rows: 12, command: "'\(Radiod.path)' spectrum demo --output 'csv:\(scratch.path("x.csv"))'",
      environment: Radiod.environment)
    #expect(
      ProcessRunner.eventually { screen.lines.contains { $0.hasSuffix(" × playback speed") } }, "\(screen.lines)")
    try screen.press("C-c")
    #expect(ProcessRunner.eventually { scratch.read("x.csv").count > 10_000 }, "the interrupt completes the file")
    #expect(ProcessRunner.eventually { !screen.lines.contains { $0.contains("speed") } }, "\(screen.lines)")
  }
}
