import AudioCore
import Foundation
import Spectrum
import Testing

/// Compares the JSON of whole streams with the independent computation of `Tests/Checker/check_frames.py`.
@Suite(.enabled(if: Python.hasNumpy, "python3 with numpy is not installed"))
struct CheckerTests {
  private static let checker = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Checker/check_frames.py").standardizedFileURL.path

  /// Analyses the pieces of sound, with a title before each, and runs the checker on the lines.
  private func check(
    _ pieces: [PCMBlock], _ options: SpectrumOptions, arguments: [String], spoil: (inout String) -> Void = { _ in }
  ) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spectrum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stream = SpectrumStream(options: options)
    var writer = SpectrumJSONWriter(source: "test", codec: "mp3")
    var bytes: [UInt8] = []
    var files: [String] = []
    var formats: [String] = []
    for (number, piece) in pieces.enumerated() {
      stream.feed(StreamMetadata(title: "piece \(number)")) { writer.append($0, to: &bytes) }
      stream.feed(piece) { writer.append($0, to: &bytes) }
      let file = folder.appending(path: "\(number).f32")
      try piece.samples.withUnsafeBytes { try Data($0).write(to: file) }
      files.append(file.path)
      formats += ["--raw", "\(piece.format.sampleRate):\(piece.format.channels)"]
    }
    stream.finish { writer.append($0, to: &bytes) }
    writer.appendEnd(SpectrumEnd(frames: stream.frameCount, reason: "end of stream", code: .end), to: &bytes)
    var text = String(decoding: bytes, as: UTF8.self)
    spoil(&text)
    let lines = folder.appending(path: "frames.jsonl")
    try Data(text.utf8).write(to: lines)
    let mode = options.channels == .mono ? ["--mono"] : []
    return try Python.run([Self.checker, lines.path] + files + formats + mode + arguments)
  }

  private func sound(rate: Int, channels: Int, frames: Int) -> PCMBlock {
    let tone = Sound.sine(997.3, amplitude: 0.5, rate: rate, frames: frames)
    let pink = Sound.pink(frames: frames)
    let mixed = zip(tone, pink).enumerated().map { n, pair in n < frames / 2 ? pair.0 + pair.1 : 0 }
    let samples = channels == 1 ? mixed : Sound.interleave(mixed, Sound.white(frames: frames, seed: 8))
    return PCMBlock(format: AudioFormat(sampleRate: rate, channels: channels), samples: samples)
  }

  @Test(
    "whole streams agree with numpy: rates, profiles, channels, weighting, hops",
    arguments: [
      (22_050, 2, ["rta", "4096", "1024", "none", "stereo"]), (44_100, 2, ["rta", "2048", "1024", "a", "stereo"]),
      (48_000, 1, ["rta", "1024", "3000", "none", "mono"]),
      (44_100, 2, ["springradio", "2048", "1024", "none", "stereo"]),
      (22_050, 1, ["springradio", "1024", "512", "none", "stereo"]),
      (48_000, 2, ["springradio", "4096", "2000", "a", "mono"]),
    ])
  func agrees(rate: Int, channels: Int, how: [String]) throws {
    let options = try SpectrumOptions(
      profile: #require(.init(rawValue: how[0])), fftSize: #require(Int(how[1])), hop: #require(Int(how[2])),
      weighting: #require(.init(rawValue: how[3])), channels: #require(.init(rawValue: how[4])))
    let expectations = [
      "profile=\(how[0])", "fftSize=\(how[1])", "hop=\(how[2])", "weighting=\(how[3])", "bandCount=80",
    ]
    let result = try check(
      [sound(rate: rate, channels: channels, frames: 30_000)], options,
      arguments: expectations.flatMap { ["--expect", $0] } + ["--title", "0:piece 0"])
    #expect(result.status == 0 && result.output.hasSuffix(" passed, 0 failed\n"), "\(result.output)")
  }

  @Test("a stream that changes its format agrees with numpy", arguments: SpectrumOptions.Profile.allCases)
  func formatChange(profile: SpectrumOptions.Profile) throws {
    let pieces = [
      sound(rate: 44_100, channels: 2, frames: 9000), sound(rate: 48_000, channels: 2, frames: 7000),
      sound(rate: 22_050, channels: 1, frames: 5000), sound(rate: 44_100, channels: 2, frames: 4000),
    ]
    let result = try check(pieces, SpectrumOptions(profile: profile, fftSize: 1024), arguments: [])
    #expect(result.status == 0 && result.output.hasSuffix(" passed, 0 failed\n"), "\(result.output)")
  }

  @Test(
    "the checker reports every kind of fault",
    arguments: [
      ("\"index\":3", "\"index\":4", "index"), ("\"time\":0.0464", "\"time\":0.0465", "time"),
      ("\"rms\":[-", "\"rms\":[-1", "rms"),
      ("\"bars\":[[0", "\"bars\":[[1", "bars"), ("\"levels\":[[-", "\"levels\":[[-1", "levels"),
      ("\"hop\":1024", "\"hop\":512", "count"), ("\"low\":40,", "\"low\":40.01,", "bands"),
      ("\"type\":\"end\",\"frames\":", "\"type\":\"end\",\"frames\":1", "end"), ("piece 0", "piece 1", "titles"),
      ("\"peak\":[-", "\"peak\":[-0", "lines"), ("\"sampleRate\":44100", "\"sampleRate\":48000", "header"),
    ])
  func seesFaults(old: String, new: String, kind: String) throws {
    let result = try check(
      [sound(rate: 44_100, channels: 2, frames: 10_000)], SpectrumOptions(fftSize: 2048),
      arguments: ["--title", "0:piece 0"]
    ) { text in
      if let range = text.range(of: old) { text.replaceSubrange(range, with: new) }
    }
    #expect(result.status == 1)
    #expect(result.output.contains("\(kind): ") && !result.output.hasSuffix(" 0 failed\n"), "\(result.output)")
  }
}

/// The Python interpreter, if it is installed.
private enum Python {
  static let hasNumpy = (try? run(["-c", "import numpy"]).status) == 0

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
