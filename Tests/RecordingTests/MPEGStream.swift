import AudioCore
import Foundation
import Parser
import Recording
import TestSupport
import Testing

/// A stream of MPEG audio or AAC that a program encodes, for spans of it.
struct MPEGStream: Sendable, CustomTestStringConvertible {
  var name: String
  /// The kind of file: `mp3`, `mp2` or `aac`.
  var kind = "mp3"
  /// The options of ffmpeg, or of lame where they begin with `lame`.
  var options: String

  var testDescription: String { name }

  static let constant = MPEGStream(name: "MP3, 128 kbit/s", options: "-c:a libmp3lame -b:a 128k")
  static let variable = MPEGStream(name: "MP3, VBR", options: "-c:a libmp3lame -q:a 3")
  static let low = MPEGStream(name: "MP3, 48 kbit/s", options: "-c:a libmp3lame -b:a 48k")
  static let mpeg2 = MPEGStream(name: "MPEG-2, mono", options: "-ar 22050 -ac 1 -c:a libmp3lame -b:a 24k")

  static let layerIII: [MPEGStream] =
    [
      constant, variable, low, mpeg2,
      MPEGStream(name: "MP3, 320 kbit/s", options: "-ar 48000 -c:a libmp3lame -b:a 320k"),
      MPEGStream(name: "MP3, mono", options: "-ac 1 -c:a libmp3lame -b:a 64k"),
      MPEGStream(name: "MPEG-2", options: "-ar 24000 -c:a libmp3lame -b:a 64k"),
      MPEGStream(name: "MPEG-2, 8 kbit/s", options: "-ar 16000 -ac 1 -c:a libmp3lame -b:a 8k"),
    ] + (ProcessRunner.hasPrograms("lame") ? [MPEGStream(name: "MP3 with checksums", options: "lame -p -b 96 -t")] : [])

  static let others = [
    MPEGStream(name: "MP2", kind: "mp2", options: "-c:a mp2 -b:a 192k"),
    MPEGStream(name: "MPEG-2 layer II", kind: "mp2", options: "-ar 24000 -ac 1 -c:a mp2 -b:a 64k"),
    MPEGStream(name: "AAC", kind: "aac", options: "-c:a aac -aac_pns 0 -b:a 96k"),
  ]

  /// The bytes of some seconds of sound.
  func bytes() throws -> [UInt8] {
    let folder = try Scratch()
    let output = folder.path("stream." + kind)
    let input = try SignalSource.shared.path(SignalSource.Recording(.music, seconds: 4), as: .wav)
    let words = options.split(separator: " ").map(String.init)
    let plain = kind == "mp3" ? ["-write_xing", "0", "-id3v2_version", "0"] : []
    let result =
      words[0] == "lame"
      ? try ProcessRunner.run("lame", ["--quiet"] + words.dropFirst() + [input, output])
      : try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", input, "-map_metadata", "-1"] + words + plain + [output])
    try #require(result.exitCode == 0, "\(name): \(result.errorText)")
    return folder.read("stream." + kind)
  }
}

/// A program that decodes files of MPEG audio or AAC.
enum MPEGDecoder: String, Sendable {
  case ffmpeg, mpg123

  /// The largest difference of a sample that two decodes of the same packets may have. The order of mpg123's additions
  /// depends on where it began and on the processor.
  var tolerance: Float { self == .ffmpeg ? 1e-6 : 2e-7 }

  /// Returns the interleaved samples of each of `files`, which are named as `kind` says. Fails the test when the program
  /// reports anything.
  func samples(_ files: [[UInt8]], kind: String) throws -> [[Float]] {
    let folder = try Scratch()
    let paths = try files.enumerated().map { try folder.write($1, as: "\($0).\(kind)") }
    switch self {
    case .ffmpeg:
      // The other decoder of layer II dithers.
      let decoder = kind == "mp2" ? ["-c:a", "mp2float"] : []
      let outputs = paths.indices.flatMap { ["-map", "\($0):a", "-f", "f32le", folder.path("\($0).raw")] }
      try run("ffmpeg", ["-v", "error"] + paths.flatMap { decoder + ["-i", $0] } + outputs)
      return paths.indices.map { Self.floats(folder.read("\($0).raw")) }
    case .mpg123:
      return try paths.map { Self.floats(try run("mpg123", ["-q", "-e", "f32", "-s", $0])) }
    }
  }

  @discardableResult private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let result = try ProcessRunner.run(program, arguments)
    try #require(result.exitCode == 0 && result.errorText.isEmpty, "\(program): \(result.errorText)")
    return result.output
  }

  private static func floats(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }
}
