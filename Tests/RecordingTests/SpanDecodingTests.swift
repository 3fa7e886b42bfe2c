import AudioCore
import Recording
import TestSupport
import Testing

@Suite("Kept spans in real decoders", .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "oggdec", "opusdec", "flac")))
struct SpanDecodingTests {
  /// A stream, and how much its decoders may differ.
  struct Stream: Sendable, CustomTestStringConvertible {
    var coding: SignalSource.Coding
    var rate = 44100
    var programs: [DecoderProgram]
    /// The largest difference of a sample. libopus has forgotten where it began after the second before a span, but does
    /// not promise the last bit.
    var tolerance: Float = 0
    var testDescription: String { "\(coding)" }
  }

  static let streams = [
    Stream(coding: .vorbis(kilobits: 96), programs: [.oggdec, .ffmpeg]),
    Stream(coding: .opus(kilobits: 96), rate: 48000, programs: [.opusdec, .ffmpeg], tolerance: 1e-5),
    Stream(coding: .oggFLAC, programs: [.flac, .ffmpeg]),
    Stream(coding: .flac, programs: [.flac, .ffmpeg]),
    Stream(coding: .wav, programs: [.ffmpeg]),
    Stream(coding: .aiff, programs: [.ffmpeg]),
  ]

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Expects that `program` gives, for `spans`, the samples of the `sources`, in which the packets are not divided.
  private func expect(
    _ spans: [Range<Int>], of kept: KeptSpan, in program: DecoderProgram, as sources: [String], tolerance: Float
  ) throws {
    let paths = try spans.enumerated().map { number, span in
      let (bytes, fileExtension) = try kept.file(span)
      return try scratch.write(bytes, as: "\(number)." + fileExtension)
    }
    let decoded = try program.samples(sources + paths)
    let reference = Array(decoded.prefix(sources.count).joined())
    let channels = kept.packets[0].headerFormat.channels
    for (span, heard) in zip(spans, decoded.dropFirst(sources.count)) {
      let (first, count) = (kept.frames(0..<span.lowerBound) * channels, kept.frames(span) * channels)
      try #require(reference.count >= first + count)
      #expect(heard.count == count, "\(program) \(span)")
      let worst = DecoderProgram.worst(heard[...], reference, from: first)
      #expect(worst <= tolerance, "\(program) \(span)")
    }
  }

  @Test("a span decodes to the samples of the unbroken stream", arguments: streams)
  func spans(stream: Stream) throws {
    let recording = SignalSource.Recording(.music, seconds: 5, rate: stream.rate)
    let path = try SignalSource.shared.path(recording, as: stream.coding)
    let kept = try KeptSpan(SignalSource.shared.bytes(recording, as: stream.coding))
    let count = kept.packets.count
    let spans = [0..<count / 3, count / 3..<count, count / 2..<count / 2 + 1]
    for program in stream.programs {
      try expect(spans, of: kept, in: program, as: [path], tolerance: stream.tolerance)
    }
  }

  @Test(
    "a span with the beginning of another link decodes to the samples of both",
    arguments: [
      (SignalSource.Coding.vorbis(kilobits: 96), DecoderProgram.oggdec), (.opus(kilobits: 96), .opusdec),
      (.oggFLAC, .flac), (.oggFLAC, .ffmpeg),
    ])
  func links(coding: SignalSource.Coding, program: DecoderProgram) throws {
    let rate = program == .opusdec ? 48000 : 44100
    let recordings = [2.4, 3.1].map { SignalSource.Recording(.music, seconds: $0, rate: rate) }
    let kept = try KeptSpan(recordings.flatMap { try SignalSource.shared.bytes($0, as: coding) })
    let breaks = kept.packets.indices.filter { kept.packets[$0].isDiscontinuity }
    try #require(breaks.count == 2)
    let second = breaks[1]
    let spans = [second - 20..<second + 20, second..<second + 10, second + 3..<kept.packets.count, 10..<second]
    let sources = try recordings.map { try SignalSource.shared.path($0, as: coding) }
    try expect(spans, of: kept, in: program, as: sources, tolerance: 0)
  }

  @Test("a span of Speex has the frames of its packets, those of the stream once the decoder has settled")
  func speex() throws {
    let music = try SignalSource.shared.path(.init(.music, seconds: 4, rate: 16000, channels: 1), as: .wav)
    let files = try ["one", "two"].map { name in
      let path = scratch.path(name + ".spx")
      let result = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", music, "-c:a", "libspeex", path])
      try #require(result.exitCode == 0, "\(result.errorText)")
      return path
    }
    let kept = try KeptSpan(["one.spx", "two.spx"].flatMap { scratch.read($0) })
    let second = try #require(kept.packets.indices.last { kept.packets[$0].isDiscontinuity })
    // ffmpeg plays whole packets, also those that the positions of a stream cut.
    let packet = 320
    let settled = 50
    let spans = [0..<100, 60..<180, second - 60..<second + 60]
    let paths = try spans.enumerated().map { number, span in
      try scratch.write(kept.file(span).bytes, as: "\(number).spx")
    }
    let decoded = try DecoderProgram.ffmpeg.samples(files + paths)
    let reference = decoded[0] + decoded[1]
    for (span, heard) in zip(spans, decoded.dropFirst(2)) {
      try #require(heard.count == span.count * packet)
      let start = span.lowerBound + settled
      let end = span.contains(second) ? second : span.upperBound
      let worst = DecoderProgram.worst(
        heard[settled * packet..<(end - span.lowerBound) * packet], reference, from: start * packet)
      #expect(worst < 1e-4, "\(span)")
    }
  }

  @Test("what is written of a file can be decoded at any time", arguments: streams.filter { $0.coding != .aiff })
  func prefixes(stream: Stream) throws {
    let recording = SignalSource.Recording(.music, seconds: 5, rate: stream.rate)
    let path = try SignalSource.shared.path(recording, as: stream.coding)
    let kept = try KeptSpan(SignalSource.shared.bytes(recording, as: stream.coding))
    let channels = kept.packets[0].headerFormat.channels
    let span = kept.packets.count / 2..<kept.packets.count
    let (bytes, fileExtension) = try kept.file(span, isFinished: false)
    let decoded = try stream.programs[0].samples([path, scratch.write(bytes, as: "kept." + fileExtension)])
    let heard = decoded[1]
    let worst = DecoderProgram.worst(heard[...], decoded[0], from: kept.frames(0..<span.lowerBound) * channels)
    #expect(worst <= stream.tolerance)
    // The last page comes with its end.
    #expect(heard.count > (kept.frames(span) - recording.rate) * channels)
  }
}
