import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Another kind of stream on the same connection", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
struct StreamChangeTests {
  /// ffmpeg's options by the extension of the file's name.
  static let kinds = [
    "mp3": "-c:a libmp3lame -write_xing 0 -id3v2_version 0", "aac": "-c:a aac -f adts",
    "ogg": "-c:a libvorbis -metadata ARTIST=A -metadata TITLE=B", "opus": "-c:a libopus", "oga": "-c:a flac",
  ]
  static let changes = [
    ("mp3", "ogg"), ("ogg", "mp3"), ("aac", "opus"), ("opus", "aac"), ("oga", "mp3"), ("mp3", "oga"),
  ]

  private func stream(_ kind: String) throws -> [UInt8] {
    try Tool.encoded(Self.kinds[kind] ?? "", fileName: "x." + kind)
  }

  @Test(
    "both streams are parsed completely, for any split, and the first stream's title is cleared", arguments: changes)
  func whole(first: String, second: String) throws {
    let (one, two) = (try stream(first), try stream(second))
    let parsing = Parsing(one + two)
    let (wantedOne, wantedTwo) = (Parsing(one), Parsing(two))
    #expect(parsing.error == nil)
    #expect(parsing.packets == wantedOne.packets + wantedTwo.packets)
    #expect(parsing.titles == wantedOne.titles + (wantedOne.titles.isEmpty ? [] : [""]) + wantedTwo.titles)
    #expect(parsing.counters.formatChanges == 1 && parsing.counters.bytesSkipped == 0)
    var random = SeededRandom(seed: 5)
    for _ in 0..<5 {
      #expect(Parsing(one + two, piece: { Int(random.next() % 3000) + 1 }) == parsing)
    }
    #expect(Parsing(Array((one + two)[(one.count - 3000)..<(one.count + 9000)]), piece: { 1 }).packets.count > 5)
  }

  @Test(
    "a cut in the first stream loses no packet of the second; a cut in the second loses at most four",
    arguments: changes)
  func cut(first: String, second: String) throws {
    let (one, two) = (try stream(first), try stream(second))
    let wanted = Parsing(two).packets
    var random = SeededRandom(seed: 6)
    for _ in 0..<20 {
      let end = one.count - 1 - Int(random.next() % 6000)
      // MPEG audio can be joined at any byte, Ogg only at a page.
      let start = second == "mp3" || second == "aac" ? Int(random.next() % 900) : 0
      let packets = Parsing(Array(one[..<end] + two[start...])).packets
      let place = packets.lastIndex { $0.isDiscontinuity } ?? 0
      let heard = packets[place...].map(\.bytes)
      #expect(heard.count >= wanted.count - (start == 0 ? 0 : 4), "\(end) \(start)")
      #expect(heard.elementsEqual(wanted.suffix(heard.count).map(\.bytes)))
    }
  }

  @Test("sound before an unplayable stream is kept; a station's connection counts as lost there, and a file ends")
  func unplayable() throws {
    let mp3 = try stream("mp3")
    var sample = OggSample(serial: 1)
    let video = sample.page([[0x80] + Array("theora".utf8)], flags: OggSample.first) + sample.page([[1, 2, 3]])
    let whole = Parsing(mp3 + video)
    let reason = "no more audio frames, but Ogg with Theora video"
    #expect(whole.error == .connectionLost(host: "sample", reason: reason))
    #expect(whole.packets == Parsing(mp3).packets)
    var random = SeededRandom(seed: 8)
    for _ in 0..<20 {
      let pieces = Parsing(mp3 + video, piece: { Int(random.next() % 700) + 1 })
      #expect(pieces.error == nil || pieces.error == whole.error)
      #expect(pieces.packets == whole.packets)
    }
    #expect(FileParsing(mp3 + video).error == nil)
  }

  @Test("the parser reports the container and codec of the current stream")
  func container() throws {
    let (mp3, ogg) = (try stream("mp3"), try stream("ogg"))
    var parser = StreamParser(source: "sample")
    _ = try parser.feed(mp3)
    #expect(parser.container == nil)
    _ = try parser.feed(ogg)
    #expect(parser.container == .ogg && parser.codec == .vorbis)
    _ = try parser.feed(mp3)
    #expect(parser.container == nil && parser.codec == .mp3)
  }

  @Test("Ogg marks without a page, and pages from the middle of a stream, are junk between frames")
  func falseMarks() throws {
    let (mp3, ogg) = (try stream("mp3"), try stream("ogg"))
    let wanted = Parsing(mp3 + mp3).packets.map(\.bytes)
    var broken = ogg
    broken[40] ^= 1
    for junk in [Array("OggS".utf8), Array("OggSOOggS".utf8), Array(ogg[58...9000]), Array(broken[..<58])] {
      let parsing = Parsing(mp3 + junk + mp3)
      #expect(parsing.packets.map(\.bytes) == wanted && parsing.packets.allSatisfy { $0.codec == .mp3 })
    }
  }

  @Test("a false page in mid-stream delays the frames behind it no longer than a first page can be", arguments: 0...7)
  func falsePage(flags: UInt8) throws {
    let frames = Sample.frames(Sample.mp3, 40)
    for segments in [1, 4, 5, 255] as [UInt8] {
      let head = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 7, count: 20) + [segments]
      let junk = head + [UInt8](repeating: 255, count: Int(segments))
      var parser = StreamParser(source: "sample")
      _ = try parser.feed(frames[..<20].flatMap { $0 } + junk)
      // 8 KB: half a second at 128 kbit/s.
      #expect(try parser.feed(frames[20...].flatMap { $0 }).packets.count >= 15, "\(segments) segments")
    }
  }
}
