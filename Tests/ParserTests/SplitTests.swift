import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Splits of a stream")
struct SplitTests {
  static let streams: [NamedBytes] = {
    var generator = SeededRandom(seed: 11)
    let mp3 = Sample.frames(Sample.mp3, 12)
    let aac = Sample.frames(Sample.ADTS(length: 8191), 4) + Sample.frames(Sample.aac, 4)
    let free = (0..<6).map { Sample.MPEG(bitRateIndex: 0, freeLength: 2000).frame(filler: UInt8($0)) }
    var info = Sample.mp3.frame(filler: 0)
    info.replaceSubrange(36..<40, with: Array("Info".utf8))
    let flac = FLACSample.frames(0..<8)
    let tags = TagTests.tags.map(\.bytes).filter { $0.count < 80_000 }
    let lies = TagTests.lies.map(\.bytes)
    func join(_ parts: [[UInt8]]...) -> [UInt8] { parts.flatMap { $0.flatMap { $0 } } }
    let wide: [UInt8] = (0..<700).flatMap { (index: Int) -> [UInt8] in [UInt8(0x41 + index % 26), 0] }
    let transport = TransportSample(mp3 + mp3, .mp3, perPacket: 3).packets.enumerated().map {
      (number: Int, packet: [UInt8]) -> [UInt8] in Array(packet.dropFirst(number % 7 == 6 ? 1 : 0))
    }
    let mp4 = MP4Sample.stream(Sample.frames(Sample.aac, 12), each: 3)
    let message = MP4Sample.message("One", ticks: 0, version: 0)
    let later = MP4Sample.stream(Sample.frames(Sample.aac, 5), start: 3000)
    let other = MP4Sample.stream(Sample.frames(Sample.aac, 5))
    return [
      NamedBytes("frames", join(mp3)),
      NamedBytes(
        "tags and info frames",
        join([tags[1], info], mp3, tags, mp3, [Sample.lyrics2, Sample.ape(items: 30), Sample.id3v1])),
      NamedBytes("changes", join(mp3, aac, free, mp3, Sample.frames(Sample.MPEG(rateIndex: 2), 5), aac)),
      NamedBytes(
        "damage",
        join(
          [generator.bytes(3000)], mp3, [generator.bytes(500)], mp3, [Array(mp3[0].prefix(100))], aac,
          [generator.bytes(30)], free, lies, free)),
      NamedBytes("joined in a frame", Array(join(mp3, aac).dropFirst(77))),
      NamedBytes("lost", join(mp3, [[UInt8](repeating: 0x41, count: 200_000)], mp3)),
      NamedBytes("noise", generator.bytes(300_000)),
      NamedBytes("text", Array(String(repeating: "no sound here\n", count: 100).utf8)),
      NamedBytes("UTF-16", join([[0xFF, 0xFE], wide])),
      NamedBytes("one frame", mp3[0]),
      NamedBytes("transport stream", TransportSample(aac, titles: [3: "One", 6: "Two"]).bytes),
      NamedBytes("transport stream with damage", join(transport)),
      NamedBytes("MP4", join([mp4, message, later])),
      NamedBytes("MP4 with damage", join([Array(mp4.dropLast(9)), generator.bytes(99), other])),
      NamedBytes("WAV", WAVTests.file(formatTag: 0x55, data: join(mp3))),
      NamedBytes("samples", WAVTests.file(formatTag: 1, data: generator.bytes(30_001)) + tags[1]),
      NamedBytes("AIFF", AIFFTests.file(AIFFTests.format(), data: generator.bytes(30_001), offset: 3)),
      NamedBytes(
        "FLAC",
        join(
          [Sample.id3v2(body: 99), FLACSample.head(["TITLE=x"])], flac, [generator.bytes(200)], flac,
          [Sample.ape(items: 30)],
          [Array(flac[3].dropLast(9))], flac, [FLACSample.head(["TITLE=y"])], flac, [Sample.id3v1])),
      NamedBytes("FLAC, lost", join([FLACSample.head()], flac, [generator.bytes(1_300_000)], flac)),
    ]
  }()

  @Test("any split of a stream gives the same packets and the same error", arguments: streams)
  func pieces(stream: NamedBytes) {
    let whole = Parsing(stream.bytes)
    #expect(Parsing(stream.bytes) { 1 } == whole)
    for seed in 1...8 as ClosedRange<UInt64> {
      var generator = SeededRandom(seed: seed)
      let largest = [3, 40, 1000, 50_000][Int(seed % 4)]
      #expect(Parsing(stream.bytes) { .random(in: 1...largest, using: &generator) } == whole)
    }
  }

  @Test("a split at any byte of a short stream changes nothing")
  func everyCut() {
    let frames = Sample.frames(Sample.MPEG(bitRateIndex: 1), 5)
    let stream = [
      Sample.id3v2(body: 20), frames[0], frames[1], Sample.id3v1, frames[2], [1, 2, 3], frames[3], frames[4],
    ]
    .flatMap { $0 }
    let whole = Parsing(stream)
    for cut in 1..<stream.count {
      var sizes = [cut, stream.count - cut]
      #expect(Parsing(stream) { sizes.removeFirst() } == whole)
    }
  }

  @Test("memory stays within 64 KiB over an hour of stream")
  func memory() throws {
    var parser = StreamParser(source: "sample")
    let piece = Sample.frames(Sample.mp3, 100).flatMap { $0 }
    var packets = 0
    for _ in 0..<1380 {
      packets += try parser.feed(piece).count
      #expect(parser.inputMemory <= 64 << 10)
    }
    #expect(packets + (try parser.finish().count) == 138_000)
  }
}
