import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Tags")
struct TagTests {
  static let tags = [
    NamedBytes("empty ID3v2", Sample.id3v2(body: 0)), NamedBytes("ID3v2", Sample.id3v2(body: 5000)),
    NamedBytes("ID3v2 with footer", Sample.id3v2(body: 300, footer: true)),
    NamedBytes("ID3v2 of 1 MiB", Sample.id3v2(body: (1 << 20) - 10)),
    NamedBytes("ID3v2 full of sync bytes", Sample.id3v2(body: 70_000, filler: 0xFF)),
    NamedBytes("APEv2", Sample.ape(items: 18)), NamedBytes("large APEv2", Sample.ape(items: 400_000)),
    NamedBytes("APE footer", Sample.ape(items: 0, header: false)), NamedBytes("ID3v1", Sample.id3v1),
    NamedBytes("Lyrics3", Sample.lyrics1), NamedBytes("Lyrics3v2", Sample.lyrics2),
  ]

  @Test("a tag between frames is skipped completely and is not a discontinuity", arguments: tags)
  func between(tag: NamedBytes) {
    let frames = Sample.frames(Sample.mp3, 10)
    let parsing = Parsing(frames[..<5] + [tag.bytes] + frames[5...])
    #expect(parsing.bytes == frames)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters == StreamParser.Counters(tagBytes: tag.bytes.count))
  }

  @Test("a tag behind the last frame, complete or cut, adds no packet and no error", arguments: tags, 1...3)
  func behind(tag: NamedBytes, count: Int) {
    let frames = Sample.frames(Sample.mp3, count)
    for length in [tag.bytes.count, tag.bytes.count - 5] {
      let parsing = Parsing(frames + [Array(tag.bytes.prefix(length))])
      #expect(parsing.bytes == frames)
      #expect(parsing.error == nil)
    }
  }

  @Test("one or two tags before the first frame are skipped", arguments: tags.prefix(8))
  func before(tag: NamedBytes) {
    for frames in [Sample.frames(Sample.mp3, 10), Sample.frames(Sample.aac, 10), Sample.frames(Sample.mp3, 1)] {
      #expect(Parsing([tag.bytes] + frames).bytes == frames)
      let parsing = Parsing([Sample.id3v2(body: 99), tag.bytes] + frames)
      #expect(parsing.bytes == frames)
      #expect(parsing.counters.bytesSkipped == 0)
      #expect(parsing.counters.tagBytes == tag.bytes.count + 109)
    }
  }

  @Test("a tag behind junk is skipped too, as in files that were cut and joined")
  func behindJunk() {
    let frames = Sample.frames(Sample.mp3, 12)
    let tag = Sample.id3v2(body: 500_000, filler: 0xFF)
    let parsing = Parsing(frames[..<6] + [Array(frames[6].prefix(200)), tag] + frames[6...])
    #expect(Array(parsing.bytes.suffix(6)) == Array(frames.suffix(6)))
    #expect(parsing.error == nil)
  }

  static let lies = [
    NamedBytes("ID3v2 of 256 MiB", Sample.id3v2(body: 0, announcing: (256 << 20) - 1)),
    NamedBytes("APE of 2 GiB", Sample.ape(items: 0, announcing: 2 << 30)),
    NamedBytes("APE of 4 GiB", Sample.ape(items: 0, announcing: 0xFFFF_FFFF)),
    NamedBytes("ID3v2 just too long", Sample.id3v2(body: 0, announcing: 1 << 20)),
  ]

  @Test("a tag with a false size over 1 MiB loses no frame and takes at most 64 KiB of memory", arguments: lies)
  func lies(tag: NamedBytes) {
    let frames = Sample.frames(Sample.mp3, 200)
    for place in [0, 100] {
      let parsing = Parsing(frames[..<place] + [tag.bytes] + frames[place...])
      #expect(parsing.bytes == frames)
      #expect(parsing.largestInputMemory <= 64 << 10)
    }
  }

  @Test(
    "a tag that really continues for 256 MiB or 2 GiB fails within 17 MiB, in bounded memory",
    arguments: lies.prefix(2), [0, 50])
  func endless(tag: NamedBytes, framesBefore: Int) {
    var parser = StreamParser(source: "sample")
    let body = [UInt8](repeating: 0xA5, count: 64 << 10)
    var fed = 0
    var failure: TuneError?
    var packets = 0
    do throws(TuneError) {
      packets += try parser.feed(Sample.frames(Sample.mp3, framesBefore).flatMap { $0 } + tag.bytes.prefix(32)).count
      while fed < 64 << 20 {
        packets += try parser.feed(body).count
        fed += body.count
      }
    } catch {
      failure = error
    }
    let notAudio = TuneError.notAudio(source: "sample", found: "no audio frame in the first 256 KiB")
    let lost = TuneError.connectionLost(host: "sample", reason: "no more audio frames")
    #expect(failure == (framesBefore == 0 ? notAudio : lost))
    #expect(packets == framesBefore)
    #expect(fed <= 17 << 20)
    #expect(parser.inputMemory <= 64 << 10)
  }

  @Test("a tag with a false size below 1 MiB loses as many bytes as it announces and takes at most 64 KiB of memory")
  func smallLie() {
    let frames = Sample.frames(Sample.mp3, 3000)
    let parsing = Parsing([Sample.id3v2(body: 0, announcing: 900_000)] + frames)
    #expect(Array(frames.suffix(parsing.packets.count)) == parsing.bytes)
    #expect(parsing.packets.count >= frames.count - 900_000 / 417 - 3)
    #expect(parsing.largestInputMemory <= 64 << 10)
  }

  @Test("a picture of several MiB does not hide the sound")
  func largePicture() {
    var generator = SeededRandom(seed: 3)
    var tag = Sample.id3v2(body: 3 << 20)
    tag.replaceSubrange(10..., with: generator.bytes(3 << 20))
    let frames = Sample.frames(Sample.mp3, 10)
    let parsing = Parsing([tag] + frames)
    #expect(parsing.bytes == frames)
    #expect(parsing.largestInputMemory <= 64 << 10)
  }

  @Test("lyrics without an end lose at most 128 KiB of sound")
  func endlessLyrics() {
    let frames = Sample.frames(Sample.mp3, 1000)
    let parsing = Parsing(frames[..<10] + [Array("LYRICSBEGIN".utf8)] + frames[10...])
    #expect(parsing.packets.count >= 1000 - (128 << 10) / 417 - 3)
    #expect(parsing.largestInputMemory <= 64 << 10)
  }

  @Test("a stream of tags alone is not audio, and 20 MiB of tags behind sound end in a lost connection")
  func onlyTags() {
    let tag = Sample.id3v2(body: 1000)
    #expect(Parsing([tag, tag]).error == .notAudio(source: "sample", found: "nothing but tags"))
    let large = Sample.id3v2(body: 1 << 19)
    let frames = Sample.frames(Sample.mp3, 5)
    let later = Parsing(frames + [[UInt8]](repeating: large, count: 40) + frames)
    #expect(later.bytes == frames)
    #expect(later.error == .connectionLost(host: "sample", reason: "no more audio frames"))
    #expect(
      Parsing([[UInt8]](repeating: large, count: 40)).error == .notAudio(source: "sample", found: "nothing but tags"))
  }
}
