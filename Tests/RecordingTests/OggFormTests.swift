import AudioCore
import Bytes
import NIOCore
import Parser
import Recording
import TestSupport
import Testing

@Suite("Ogg files of spans", .enabled(if: SignalSource.isAvailable))
struct OggFormTests {
  static let codings: [SignalSource.Coding] = [.vorbis(kilobits: 96), .opus(kilobits: 64), .oggFLAC, .flac]

  private static func kept(_ coding: SignalSource.Coding, seconds: Double = 4) throws -> KeptSpan {
    let rate = coding == .opus(kilobits: 64) ? 48000 : 44100
    return try KeptSpan(SignalSource.shared.bytes(.init(.music, seconds: seconds, rate: rate), as: coding))
  }

  /// The packets of the file `bytes`, and what its comments state.
  private static func parsed(_ bytes: [UInt8]) throws -> (packets: [Packet], titles: [StreamMetadata]) {
    var parser = StreamParser(source: "test")
    let elements = try parser.feed(bytes) + parser.finish()
    return (elements.packets, elements.compactMap { if case .metadata(let metadata) = $0 { metadata } else { nil } })
  }

  @Test("any span parses back to its packets, behind those that decoding needs", arguments: codings)
  func parsesBack(coding: SignalSource.Coding) throws {
    let kept = try Self.kept(coding)
    var random = SeededRandom(seed: 7)
    for _ in 0..<30 {
      let first = Int(random.next() % UInt64(kept.packets.count))
      let span = first..<first + 1 + Int(random.next() % UInt64(kept.packets.count - first))
      let (packets, titles) = try Self.parsed(kept.file(span).bytes)
      #expect(packets.suffix(span.count).map(\.bytes) == kept.packets[span].map(\.bytes))
      #expect(packets.reduce(0) { $0 + $1.frameCount } == kept.frames(span))
      let roll = packets.prefix(packets.count - span.count)
      #expect(roll.allSatisfy { $0.frameCount == 0 })
      #expect(roll.map(\.bytes) == kept.packets[(first - roll.count)..<first].map(\.bytes))
      let least = coding == .vorbis(kilobits: 96) ? 1 : coding == .opus(kilobits: 64) ? 50 : 0
      // The first packet of a stream of Vorbis has no sound: it is before the span, whether the span has it or not.
      #expect(roll.count == min(first, least))
      #expect(packets.filter(\.isDiscontinuity).count == 1)
      #expect(titles.map(\.title) == ["Käthe - Song"])
    }
  }

  @Test("a second of Opus before the span goes before it, and the pre-skip counts it")
  func opusRoll() throws {
    let kept = try Self.kept(.opus(kilobits: 64))
    /// The pre-skip, which stands behind `OpusHead`, version and channels (RFC 7845, 5.1).
    func preSkip(_ span: Range<Int>) throws -> Int {
      let bytes = try kept.file(span).bytes
      let head = try #require(bytes.indices.first { bytes[$0...].starts(with: "OpusHead".utf8) })
      return Int(bytes[head + 10]) | Int(bytes[head + 11]) << 8
    }
    #expect(kept.packets[0].startTrim == 312 && kept.packets[0].frameCount == 648)
    #expect(try preSkip(100..<120) == 48_000)
    #expect(try preSkip(0..<20) == 312)
    #expect(try preSkip(3..<20) == 3 * 960, "the stream has no more before it")
  }

  @Test("a span that begins within a long pre-skip leaves out what is left of it")
  func longPreSkip() throws {
    let head = Array("OpusHead".utf8) + [1, 2] + UInt16(3840).littleEndianBytes + [0x80, 0xBB, 0, 0, 0, 0, 0]
    let packets = (0..<10).map { number in
      let trim = number < 4 ? 960 : 0
      return Packet(
        codec: .opus, bytes: [0xFC, UInt8(number)], headerFormat: AudioFormat(sampleRate: 48000, channels: 2),
        frameCount: 960 - trim, bitRate: 1, isDiscontinuity: number == 0, setup: .headers([head]), startTrim: trim)
    }
    for first in 0..<8 {
      var form = try #require(OggForm(packets[first], tags: RecordingTags()))
      var output = ByteBuffer()
      form.begin(after: Array(packets[..<first]), to: &output)
      for packet in packets[first...] { form.append(packet, to: &output) }
      _ = form.finish(to: &output)
      let frames = try Self.parsed(Array(output.readableBytesView)).packets.reduce(0) { $0 + $1.frameCount }
      #expect(frames == packets[first...].reduce(0) { $0 + $1.frameCount }, "from \(first)")
    }
  }

  @Test("after a break the next packets are another link, but for FLAC", arguments: codings)
  func breaks(coding: SignalSource.Coding) throws {
    let one = try Self.kept(coding)
    let second = one.packets.count
    let both = try KeptSpan(
      [4, 3].flatMap { seconds in
        try SignalSource.shared.bytes(
          .init(.music, seconds: seconds, rate: one.packets[0].headerFormat.sampleRate), as: coding)
      })
    guard coding != .flac else { return }  // files of native FLAC cannot be joined
    #expect(both.packets[second].isDiscontinuity)
    let span = second - 10..<second + 10
    let packets = try Self.parsed(both.file(span).bytes).packets
    #expect(packets.suffix(20).map(\.bytes) == both.packets[span].map(\.bytes))
    #expect(packets.filter(\.isDiscontinuity).count == (coding == .oggFLAC ? 1 : 2))
    #expect(packets.reduce(0) { $0 + $1.frameCount } == both.frames(span))
  }

  @Test("with breaks and cut ends anywhere, a file states the frames of its packets", arguments: codings)
  func anyBreaks(coding: SignalSource.Coding) throws {
    let kept = try Self.kept(coding)
    var random = SeededRandom(seed: 11)
    for _ in 0..<20 {
      let first = Int(random.next() % UInt64(kept.packets.count / 2))
      var span = Array(kept.packets[first..<first + min(30, kept.packets.count / 2)])
      for number in span.indices.dropFirst() where random.next() % 6 == 0 {
        span[number].isDiscontinuity = true
        switch coding {
        case .opus:  // as its headers state
          span[number].startTrim = 312
          span[number].frameCount -= 312
          span[number - 1].endTrim = Int(random.next() % 600)
          span[number - 1].frameCount -= span[number - 1].endTrim
        case .vorbis: span[number].frameCount = 0
        default: break
        }
      }
      var form = try #require(FileForms.form(for: span[0], tags: RecordingTags()))
      var output = ByteBuffer()
      form.begin(after: kept.before(first..<first + 1, roll: type(of: form).roll), to: &output)
      for packet in span { form.append(packet, to: &output) }
      _ = form.finish(to: &output)
      let packets = try Self.parsed(Array(output.readableBytesView)).packets
      #expect(packets.reduce(0) { $0 + $1.frameCount } == span.reduce(0) { $0 + $1.frameCount })
    }
  }

  @Test("packets before a break do not go before the span")
  func beforeBreak() throws {
    let kept = try Self.kept(.opus(kilobits: 64))
    var before = Array(kept.packets[40..<60])
    before[10].isDiscontinuity = true
    var form = try #require(OggForm(kept.packets[60], tags: RecordingTags()))
    var output = ByteBuffer()
    form.begin(after: before, to: &output)
    form.append(kept.packets[60], to: &output)
    _ = form.finish(to: &output)
    let packets = try Self.parsed(Array(output.readableBytesView)).packets
    #expect(packets.map(\.bytes) == kept.packets[50...60].map(\.bytes))
  }

  @Test("readers of tags find each of them", .enabled(if: ProcessRunner.hasPrograms("ffprobe")), arguments: codings)
  func tags(coding: SignalSource.Coding) throws {
    let kept = try Self.kept(coding)
    let scratch = try Scratch()
    var tags = KeptSpan.tags
    tags.title = "A\u{202E}b\nc=d"
    let cover = scratch.path("cover.png")
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=red:size=64x48", "-frames:v", "1", cover])
    try #require(made.exitCode == 0, "\(made.errorText)")
    tags.picture = RecordingTags.Picture(mediaType: "image/png", bytes: scratch.read("cover.png"))
    let (bytes, fileExtension) = try kept.file(10..<20, tags: tags)
    let result = try ProcessRunner.run(
      "ffprobe",
      [
        "-v", "warning", "-show_entries", "stream=codec_name,width,height:stream_tags", "-of", "default=nw=1",
        try scratch.write(bytes, as: "kept." + fileExtension),
      ])
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    for line in [
      "TAG:TITLE=Ab c=d", "TAG:ARTIST=Käthe", "TAG:ALBUM=Radio ½", "TAG:ORGANIZATION=Radio ½",
      "TAG:DATE=2026-03-01T20:15:00+01:00", "TAG:CONTACT=http://example.org/live", "codec_name=png", "width=64",
      "height=48",
    ] {
      #expect(result.text.split(separator: "\n").contains(Substring(line)), "\(line) in \(result.text)")
    }
  }

  @Test("empty tags and a picture of more than 1 MiB are left out")
  func missingTags() throws {
    let kept = try Self.kept(.oggFLAC)
    var tags = RecordingTags()
    func contains(_ name: String) throws -> Bool {
      let bytes = try kept.file(0..<1, tags: tags).bytes
      return bytes.indices.contains { bytes[$0...].starts(with: name.utf8) }
    }
    tags.picture = RecordingTags.Picture(mediaType: "image/png", bytes: [UInt8](repeating: 1, count: 1 << 20 + 1))
    #expect(try !contains("METADATA_BLOCK_PICTURE") && !contains("TITLE") && !contains("DATE"))
    tags.picture?.bytes = []
    #expect(try !contains("METADATA_BLOCK_PICTURE"))
    tags.picture?.bytes = [UInt8](repeating: 1, count: 1 << 20)
    let (packets, _) = try Self.parsed(kept.file(0..<3, tags: tags).bytes)
    #expect(packets.map(\.bytes) == kept.packets[0..<3].map(\.bytes))
    #expect(try kept.file(0..<3, tags: tags).bytes.count > (1 << 20) * 4 / 3)
  }

  @Test("each coding has its file name extension, and packets without headers have no file")
  func extensions() throws {
    let names = try Self.codings.map { try Self.kept($0).file(0..<1).fileExtension }
    #expect(names == ["ogg", "opus", "oga", "oga"])
    var packet = try Self.kept(.oggFLAC).packets[0]
    packet.setup = nil
    #expect(OggForm(packet, tags: RecordingTags()) == nil && FileForms.form(for: packet, tags: RecordingTags()) == nil)
  }

  @Test("a span without packets gives an empty file, and packets of another codec are left out")
  func others() throws {
    let kept = try Self.kept(.vorbis(kilobits: 96))
    let other = try Self.kept(.oggFLAC).packets[0]
    var form = try #require(OggForm(kept.packets[0], tags: RecordingTags()))
    var output = ByteBuffer()
    form.begin(after: [], to: &output)
    form.append(other, to: &output)
    #expect(form.finish(to: &output).isEmpty && output.readableBytes == 0)
  }
}
