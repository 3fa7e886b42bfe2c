import AudioCore
import Recording
import TestSupport
import Testing

@Suite(
  "Files of MPEG audio and AAC in their decoders",
  .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "mpg123")),
  .timeLimit(.minutes(5 * TestTime.waitScale)))
struct MPEGDecodingTests {
  /// Decodes spans of `packets`, and the packets without a file around them. `lead` packets before each span are heard.
  private func compare(
    _ span: KeptSpan, _ spans: [Range<Int>], _ decoders: [MPEGDecoder], kind: String, lead: Int
  ) throws {
    let files = try spans.map { try span.file($0) }
    #expect(files.allSatisfy { $0.fileExtension == kind })
    for decoder in decoders {
      let decoded = try decoder.samples([span.packets.flatMap(\.bytes)] + files.map(\.bytes), kind: kind)
      let whole = decoded[0]
      let channels = whole.count / span.frames(span.packets.indices)
      for (range, samples) in zip(spans, decoded.dropFirst()) {
        let heard = max(0, range.lowerBound - lead)..<range.upperBound
        let expected = whole[(span.frames(0..<heard.lowerBound) * channels)...].prefix(span.frames(heard) * channels)
        try #require(samples.count == expected.count, "\(decoder.rawValue), packets \(range)")
        let own = samples.count - span.frames(range) * channels
        let shift = expected.startIndex
        let worst = (own..<samples.count).reduce(Float(0)) { max($0, abs(samples[$1] - whole[shift + $1])) }
        try #require(worst <= decoder.tolerance, "\(decoder.rawValue), packets \(range): \(worst)")
      }
    }
  }

  /// Spans at the beginning and anywhere.
  private func spans(_ count: Int, starts: [Int], random: Int, seed: UInt64) -> [Range<Int>] {
    var generator = SeededRandom(seed: seed)
    let places = starts + (0..<random).map { _ in Int.random(in: 6..<(count - 8), using: &generator) }
    return places.map { $0..<min(count, $0 + Int.random(in: 6...60, using: &generator)) }
  }

  @Test("an MP3 file has exactly the samples of its span", arguments: MPEGStream.layerIII)
  func layerIII(stream: MPEGStream) throws {
    let span = try KeptSpan(stream.bytes())
    let spans = spans(span.packets.count, starts: [0, 2, 4], random: 3, seed: UInt64(stream.name.utf8.count))
    try compare(span, spans, [.ffmpeg, .mpg123], kind: "mp3", lead: 0)
  }

  @Test("an MP3 file of a stream that was joined in its middle has the samples that a decoder gives for it")
  func joined() throws {
    let bytes = try MPEGStream.low.bytes()
    for start in [bytes.count / 3, bytes.count / 2] {
      // The first packets have no main data: they are silence, or parts of them are.
      let span = try KeptSpan(Array(bytes[start...]))
      try compare(span, (0..<7).map { $0..<($0 + 20) }, [.ffmpeg], kind: "mp3", lead: 0)
    }
  }

  @Test("a file of layer II or AAC begins a packet early, and has its samples", arguments: MPEGStream.others)
  func others(stream: MPEGStream) throws {
    let span = try KeptSpan(stream.bytes())
    let spans = spans(span.packets.count, starts: [0, 1], random: 3, seed: 7)
    let decoders: [MPEGDecoder] = stream.kind == "aac" ? [.ffmpeg] : [.ffmpeg, .mpg123]
    try compare(span, spans, decoders, kind: stream.kind, lead: 1)
  }

  @Test("an MP3 file that was not finished can be played")
  func unfinished() throws {
    let span = try KeptSpan(MPEGStream.constant.bytes())
    let range = 50..<90
    let file = try span.file(range, isFinished: false).bytes
    for decoder in [MPEGDecoder.ffmpeg, .mpg123] {
      let samples = try #require(decoder.samples([file], kind: "mp3").first)
      // Without counts the frames before the span may be heard.
      #expect((span.frames(range)...span.frames(45..<90)).contains(samples.count / 2))
    }
  }

  @Test("players read the tags", .enabled(if: ProcessRunner.hasPrograms("ffprobe")))
  func tags() throws {
    let span = try KeptSpan(MPEGStream.constant.bytes())
    let folder = try Scratch()
    let path = try folder.write(span.file(20..<60).bytes, as: "file.mp3")
    let fields = ["-show_entries", "format_tags", "-of", "default=noprint_wrappers=1"]
    let result = try ProcessRunner.run("ffprobe", ["-v", "error"] + fields + [path])
    let lines = Set(result.text.split(separator: "\n").map(String.init))
    let expected = [
      "TAG:title=Song", "TAG:artist=Käthe", "TAG:album=Radio ½", "TAG:TRSN=Radio ½", "TAG:date=2026-03-01T20:15:00",
      "TAG:RECEIVED=2026-03-01T20:15:00+01:00",
    ]
    #expect(lines.isSuperset(of: expected), "\(result.text)")
  }
}
