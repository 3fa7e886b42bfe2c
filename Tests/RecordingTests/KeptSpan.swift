import AudioCore
import Foundation
import NIOCore
import Parser
import Recording
import TestSupport
import Testing

/// Packets of a stream, and the files that are made of spans of them.
struct KeptSpan {
  let packets: [Packet]

  /// The packets of the file `bytes`.
  init(_ bytes: [UInt8]) throws {
    var parser = StreamParser(source: "test")
    packets = try (parser.feed(bytes) + parser.finish()).packets
  }

  /// Tags with a value for each field.
  static var tags: RecordingTags {
    var tags = RecordingTags()
    tags.title = "Song"
    tags.artist = "Käthe"
    tags.station = "Radio ½"
    tags.received = "2026-03-01T20:15:00+01:00"
    tags.address = "http://example.org/live"
    return tags
  }

  /// The packets before `span` back to the last break, as far as `roll` needs them.
  func before(_ span: Range<Int>, roll: Duration) -> [Packet] {
    var first = span.lowerBound
    var left = roll
    while first > 0, left > .zero, !packets[first].isDiscontinuity {
      first -= 1
      left -= packets[first].duration
    }
    return Array(packets[first..<span.lowerBound])
  }

  /// Returns the file of `span`, or what is written of it before its end.
  func file(
    _ span: Range<Int>, tags: RecordingTags = KeptSpan.tags, isFinished: Bool = true
  ) throws -> (bytes: [UInt8], fileExtension: String) {
    let form = try #require(FileForms.form(for: packets[span.lowerBound], tags: tags))
    return (bytes(of: form, span, isFinished: isFinished), form.fileExtension)
  }

  /// Returns the file of `span` in `form`, or what is written of it before its end.
  func bytes(of form: some FileForm, _ span: Range<Int>, isFinished: Bool = true) -> [UInt8] {
    var form = form
    var output = ByteBuffer()
    form.begin(after: before(span, roll: type(of: form).roll), to: &output)
    for packet in packets[span] { form.append(packet, to: &output) }
    let patches = isFinished ? form.finish(to: &output) : []
    var bytes = Array(output.readableBytesView)
    for patch in patches { bytes.replaceSubrange(patch.offset..<patch.offset + patch.bytes.count, with: patch.bytes) }
    return bytes
  }

  /// The frames of the packets in `range`.
  func frames(_ range: Range<Int>) -> Int { packets[range].reduce(0) { $0 + $1.frameCount } }
}

/// A program that decodes files.
enum DecoderProgram: String, Sendable, CustomTestStringConvertible {
  case ffmpeg, oggdec, opusdec, flac

  var testDescription: String { rawValue }

  /// Returns the interleaved samples of each file of `paths`. Fails the test when the program reports anything.
  func samples(_ paths: [String]) throws -> [[Float]] {
    let scratch = try Scratch()
    let outputs = paths.indices.map { scratch.path("\($0)") }
    switch self {
    case .ffmpeg:
      let maps = outputs.enumerated().flatMap { ["-map", "\($0):a", "-f", "f32le", $1] }
      try run(["-v", "error"] + paths.flatMap { ["-i", $0] } + maps)
    case .oggdec: for (path, output) in zip(paths, outputs) { try run(["-Q", "-R", "-o", output, path]) }
    case .opusdec:
      for (path, output) in zip(paths, outputs) {
        try run(["--quiet", "--float", "--force-wav", "--rate", "48000", path, output])
      }
    case .flac:
      for (path, output) in zip(paths, outputs) {
        try run(["-s", "-d", "--force-raw-format", "--endian=little", "--sign=signed", "-o", output, path])
      }
    }
    return try paths.indices.map { try samples(of: scratch.read("\($0)")) }
  }

  private func run(_ arguments: [String]) throws {
    let result = try ProcessRunner.run(rawValue, arguments)
    try #require(result.exitCode == 0, "\(rawValue): \(result.errorText)")
    // A part of a stream has no checksum of the whole.
    let lines = result.errorText.split(separator: "\n").filter { !$0.contains("MD5 signature since it was unset") }
    try #require(lines.isEmpty, "\(rawValue): \(result.errorText)")
  }

  /// The samples of the program's output.
  private func samples(of bytes: [UInt8]) throws -> [Float] {
    switch self {
    case .ffmpeg: return Self.floats(bytes[...])
    case .opusdec:
      let data = try #require(Data(bytes).range(of: Data("data".utf8)))
      return Self.floats(bytes[(data.upperBound + 4)...])
    case .oggdec, .flac:
      var samples = [Float](repeating: 0, count: bytes.count / 2)
      for index in samples.indices {
        let word = UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
        samples[index] = Float(Int16(bitPattern: word)) / 32768
      }
      return samples
    }
  }

  private static func floats(_ bytes: ArraySlice<UInt8>) -> [Float] {
    var samples = [Float](repeating: 0, count: bytes.count / 4)
    bytes.withUnsafeBytes { raw in
      for index in samples.indices {
        let word = raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        samples[index] = Float(bitPattern: UInt32(littleEndian: word))
      }
    }
    return samples
  }

  /// The largest difference between `samples` and those of `reference` from the sample `first` on, as far as both go.
  static func worst(_ samples: ArraySlice<Float>, _ reference: [Float], from first: Int) -> Float {
    var worst: Float = 0
    for number in 0..<max(0, min(samples.count, reference.count - first)) {
      worst = max(worst, abs(samples[samples.startIndex + number] - reference[first + number]))
    }
    return worst
  }
}
