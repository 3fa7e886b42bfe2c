import AudioCore
import Foundation
import Parser
import Recording
import TestSupport
import Testing

/// A stream of MPEG audio or AAC that a program encodes, for spans of it.
struct MPEGStream: Sendable, CustomTestStringConvertible {
  var name: String
  var rate = 44100
  var channels = 2
  /// The kind of file: `mp3`, `mp2` or `aac`.
  var kind = "mp3"
  /// The options of ffmpeg, or of lame where they begin with `lame`.
  var options: String

  var testDescription: String { name }

  static let constant = MPEGStream(name: "MP3, 128 kbit/s", options: "-c:a libmp3lame -b:a 128k")
  static let variable = MPEGStream(name: "MP3, VBR", options: "-c:a libmp3lame -q:a 3")
  static let low = MPEGStream(name: "MP3, 48 kbit/s", options: "-c:a libmp3lame -b:a 48k")
  static let mpeg2 = MPEGStream(name: "MPEG-2, mono", rate: 22050, channels: 1, options: "-c:a libmp3lame -b:a 24k")

  static let layerIII: [MPEGStream] =
    [
      constant, variable, low, mpeg2,
      MPEGStream(name: "MP3, 320 kbit/s", rate: 48000, options: "-c:a libmp3lame -b:a 320k"),
      MPEGStream(name: "MP3, mono", channels: 1, options: "-c:a libmp3lame -b:a 64k"),
      MPEGStream(name: "MPEG-2", rate: 24000, options: "-c:a libmp3lame -b:a 64k"),
      MPEGStream(name: "MPEG-2, 8 kbit/s", rate: 16000, channels: 1, options: "-c:a libmp3lame -b:a 8k"),
    ] + (ProcessRunner.hasPrograms("lame") ? [MPEGStream(name: "MP3 with checksums", options: "lame -p -b 96 -t")] : [])

  static let others = [
    MPEGStream(name: "MP2", kind: "mp2", options: "-c:a mp2 -b:a 192k"),
    MPEGStream(name: "MPEG-2 layer II", rate: 24000, channels: 1, kind: "mp2", options: "-c:a mp2 -b:a 64k"),
    MPEGStream(name: "AAC", kind: "aac", options: "-c:a aac -aac_pns 0 -b:a 96k"),
  ]

  /// The bytes of some seconds of sound.
  func bytes(seconds: Double = 6) throws -> [UInt8] {
    let folder = try Scratch()
    let output = folder.path("stream." + kind)
    let sound = SignalSource.Recording(.music, seconds: seconds, rate: rate, channels: channels)
    let input = try SignalSource.shared.path(sound, as: .wav)
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

  /// Returns the interleaved samples of `file`, which is named as `kind` says. Fails the test when the program reports
  /// anything.
  func samples(_ file: [UInt8], kind: String) throws -> [Float] {
    let folder = try Scratch()
    let path = try folder.write(file, as: "file." + kind)
    // The other decoder of layer II dithers.
    let decoder = kind == "mp2" ? ["-c:a", "mp2float"] : []
    let result =
      switch self {
      case .ffmpeg: try ProcessRunner.run("ffmpeg", ["-v", "error"] + decoder + ["-i", path, "-f", "f32le", "-"])
      case .mpg123: try ProcessRunner.run("mpg123", ["-q", "-e", "f32", "-s", path])
      }
    try #require(result.exitCode == 0 && result.errorText.isEmpty, "\(rawValue): \(result.errorText)")
    return result.output.withUnsafeBytes { raw in
      (0..<raw.count / 4).map {
        Float(bitPattern: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self).littleEndian)
      }
    }
  }
}
