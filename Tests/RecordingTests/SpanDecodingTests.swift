import AudioCore
import Recording
import TestSupport
import Testing

@Suite("Kept spans in real decoders", .enabled(if: SignalSource.isAvailable))
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

  /// Expects that `program` gives the samples of `reference`, an unbroken decode of all packets, for `span`.
  private func expect(
    _ span: Range<Int>, of kept: KeptSpan, in program: DecoderProgram, as reference: [Float], tolerance: Float
  ) throws {
    let (bytes, fileExtension) = try kept.file(span)
    let heard = try program.samples(scratch.write(bytes, as: "kept." + fileExtension))
    let channels = kept.packets[0].headerFormat.channels
    let (first, count) = (kept.frames(0..<span.lowerBound) * channels, kept.frames(span) * channels)
    try #require(reference.count >= first + count)
    #expect(heard.count == count, "\(program) \(span)")
    let worst = DecoderProgram.worst(heard[...], reference, from: first)
    #expect(worst <= tolerance, "\(program) \(span)")
  }

  @Test("a span decodes to the samples of the unbroken stream", arguments: streams)
  func spans(stream: Stream) throws {
    let recording = SignalSource.Recording(.music, seconds: 5, rate: stream.rate)
    let path = try SignalSource.shared.path(recording, as: stream.coding)
    let kept = try KeptSpan(SignalSource.shared.bytes(recording, as: stream.coding))
    let count = kept.packets.count
    for program in stream.programs where program.isInstalled {
      let reference = try program.samples(path)
      for span in [0..<count / 3, count / 3..<count, count / 2..<count / 2 + 1] {
        try expect(span, of: kept, in: program, as: reference, tolerance: stream.tolerance)
      }
    }
  }

  @Test(
    "a span with the beginning of another link decodes to the samples of both",
    arguments: [
      (SignalSource.Coding.vorbis(kilobits: 96), DecoderProgram.oggdec), (.opus(kilobits: 96), .opusdec),
      (.oggFLAC, .flac), (.oggFLAC, .ffmpeg),
    ])
  func links(coding: SignalSource.Coding, program: DecoderProgram) throws {
    guard program.isInstalled else { return }
    let rate = program == .opusdec ? 48000 : 44100
    let recordings = [2.4, 3.1].map { SignalSource.Recording(.music, seconds: $0, rate: rate) }
    let kept = try KeptSpan(recordings.flatMap { try SignalSource.shared.bytes($0, as: coding) })
    let breaks = kept.packets.indices.filter { kept.packets[$0].isDiscontinuity }
    try #require(breaks.count == 2)
    let second = breaks[1]
    let reference = try recordings.flatMap { try program.samples(SignalSource.shared.path($0, as: coding)) }
    for span in [second - 20..<second + 20, second..<second + 10, second + 3..<kept.packets.count, 10..<second] {
      try expect(span, of: kept, in: program, as: reference, tolerance: 0)
    }
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
    let reference = try files.flatMap { try DecoderProgram.ffmpeg.samples($0) }
    let settled = 50
    for span in [0..<100, 60..<180, second - 60..<second + 60] {
      let (bytes, fileExtension) = try kept.file(span)
      let heard = try DecoderProgram.ffmpeg.samples(scratch.write(bytes, as: "kept." + fileExtension))
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
    let program = try #require(stream.programs.first { $0.isInstalled })
    let heard = try program.samples(scratch.write(bytes, as: "kept." + fileExtension))
    let worst = try DecoderProgram.worst(
      heard[...], program.samples(path), from: kept.frames(0..<span.lowerBound) * channels)
    #expect(worst <= stream.tolerance)
    // The last page comes with its end.
    #expect(heard.count > (kept.frames(span) - recording.rate) * channels)
  }
}
