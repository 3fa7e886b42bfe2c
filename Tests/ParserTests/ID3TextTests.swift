import AudioCore
import Bytes
import Parser
import TestSupport
import Testing

@Suite("Titles of ID3 tags")
struct ID3TextTests {
  /// A tag, and the title it gives.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var tag: [UInt8]
    var title: String?

    init(_ name: String, _ tag: [UInt8], _ title: String?) {
      testDescription = name
      self.tag = tag
      self.title = title
    }
  }

  static let cases: [Case] = {
    func frame(_ name: String, _ text: String, _ encoding: ID3Sample.Encoding, version: UInt8 = 4) -> [UInt8] {
      ID3Sample.frame(name, ID3Sample.text(text, encoding), version: version)
    }
    func tag(_ frames: [UInt8]..., version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
      ID3Sample.tag(frames.flatMap { $0 }, version: version, flags: flags, padding: 30)
    }
    let song = frame("TIT2", "Song", .utf8)
    let picture = ID3Sample.frame("APIC", [UInt8](repeating: 0xFF, count: 200_000))
    let marked = ID3Sample.text("ÿþ Song", .latin1)
    return [
      Case(
        "2.2", tag(frame("TT2", "Söng", .latin1, version: 2), frame("TP1", "Bänd", .wide, version: 2), version: 2),
        "Bänd - Söng"),
      Case(
        "2.3", tag(frame("TPE1", "Группа", .wide, version: 3), frame("TIT2", "Ночь", .wide, version: 3), version: 3),
        "Группа - Ночь"),
      Case("2.4 in UTF-8", tag(frame("TPE1", "よう", .utf8), frame("TIT2", "日本", .utf8)), "よう - 日本"),
      Case("2.4 in UTF-16 without a mark", tag(frame("TIT2", "Ночь", .wideBigEndian)), "Ночь"),
      Case("several artists", tag(frame("TPE1", "One\0Two\0", .utf8), song), "One, Two - Song"),
      Case("an artist alone", tag(frame("TPE1", "Band", .latin1)), "Band"),
      Case("control characters", tag(frame("TIT2", "a\u{1B}]0;x\u{7}\nb", .utf8)), "a]0;x b"),
      Case("a picture behind", tag(song, picture), "Song"),
      Case("a picture too large to look behind", tag(picture, song), nil),
      Case("frames of other kinds", tag(frame("TALB", "Album", .utf8), ID3Sample.frame("TXXX", [3, 65, 0, 66])), nil),
      Case("a time stamp of packed audio", ID3Sample.timestamp, nil),
      Case("an empty title", tag(frame("TIT2", "", .utf8)), nil),
      Case(
        "2.3 unsynchronised",
        tag(ID3Sample.unsynchronised(ID3Sample.frame("TIT2", marked, version: 3)), version: 3, flags: 0x80),
        "ÿþ Song"),
      Case(
        "2.4 unsynchronised by frame",
        tag(ID3Sample.frame("TIT2", ID3Sample.unsynchronised(marked), flags: 0x02), song), "ÿþ Song"),
      Case(
        "2.4 with group and length",
        tag(ID3Sample.frame("TIT2", [9, 0, 0, 0, 5] + ID3Sample.text("Song", .utf8), flags: 0x41)),
        "Song"),
      Case("compressed", tag(ID3Sample.frame("TIT2", [1, 2, 3], flags: 0x08)), nil),
      Case(
        "2.3 with an extended header",
        tag([0, 0, 0, 6, 0, 0, 0, 0, 0, 0] + frame("TIT2", "Song", .latin1, version: 3), version: 3, flags: 0x40),
        "Song"),
      Case("2.4 with an extended header", tag([0, 0, 0, 6, 1, 0] + song, flags: 0x40), "Song"),
      Case(
        "a size beyond the tag",
        tag(frame("TIT2", "Song", .utf8).prefix(7) + [99, 0, 0] + ID3Sample.text("Song", .utf8)), "Song"),
      Case("a name that is none", tag([1, 2, 3, 4, 0, 0, 0, 1, 0, 0, 9] + song), nil),
    ]
  }()

  @Test(
    "a tag of any version and encoding gives its title in MP3 and ADTS, at the start, in mid-stream and behind junk",
    arguments: cases)
  func title(example: Case) {
    let titles = example.title.map { [$0] } ?? []
    for frames in [Sample.frames(Sample.mp3, 10), Sample.frames(Sample.aac, 10)] {
      for (place, junk) in [(0, []), (5, []), (5, [1, 2, 3])] as [(Int, [UInt8])] {
        let parsing = Parsing(frames[..<place] + [junk, example.tag] + frames[place...])
        #expect(parsing.titles == titles)
        #expect(parsing.titlePlaces == titles.map { _ in place })
        #expect(parsing.bytes == frames)
        #expect(parsing.discontinuities == (junk.isEmpty ? [0] : [0, place]))
      }
    }
  }

  @Test("UTF-8 text that is marked as Latin-1 is read as UTF-8")
  func mislabelled() {
    let tag = ID3Sample.tag(ID3Sample.frame("TIT2", [0] + Array("Ночь".utf8)))
    #expect(Parsing([tag] + Sample.frames(Sample.mp3, 4)).titles == ["Ночь"])
  }

  @Test("a tag at the start of a segment has no effect unless it contains a title")
  func segments() {
    let frames = Sample.frames(Sample.aac, 12)
    let segments = [ID3Sample.timestamp + ID3Sample.titled("One"), ID3Sample.timestamp, ID3Sample.timestamp]
    let parsing = Parsing(
      segments.enumerated().flatMap { (number: Int, tags: [UInt8]) -> [[UInt8]] in
        [tags] + frames[(number * 4)..<(number * 4 + 4)]
      })
    #expect(parsing.titles == ["One"])
    #expect(parsing.bytes == frames)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters.resyncs == 0)
  }

  @Test("a cut tag does not crash the parser, and a damaged tag gives only clean titles")
  func damage() {
    var generator = SeededRandom(seed: 4)
    let frames = Sample.frames(Sample.mp3, 4).flatMap { $0 }
    for example in Self.cases where example.tag.count < 1000 {
      for length in example.tag.indices { _ = Parsing(frames + example.tag[..<length]) }
      for _ in 0..<50 {
        var tag = example.tag
        for _ in 0..<3 { tag[.random(in: 3..<tag.count, using: &generator)] = .random(in: 0...0xFF, using: &generator) }
        for title in Parsing(tag + frames).titles {
          #expect(title == CleanText.singleLine(title))
        }
      }
    }
  }

  @Test("any split of the stream gives the same titles", arguments: [1, 3, 100])
  func pieces(size: Int) {
    let stream = Self.cases.flatMap { $0.tag.count < 2000 ? $0.tag + Sample.mp3.frame() + Sample.mp3.frame() : [] }
    #expect(Parsing(stream) { size } == Parsing(stream))
  }
}
