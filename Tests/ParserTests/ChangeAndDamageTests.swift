import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Changes and damage in mid-stream")
struct ChangeAndDamageTests {
  struct Other: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var frames: [[UInt8]]
  }

  static let others = [
    Other(testDescription: "48 kHz", frames: Sample.frames(Sample.MPEG(rateIndex: 1), 6)),
    Other(testDescription: "mono", frames: Sample.frames(Sample.MPEG(mode: 3), 6)),
    Other(testDescription: "MPEG-2", frames: Sample.frames(Sample.MPEG(version: 2), 6)),
    Other(testDescription: "layer II", frames: Sample.frames(Sample.MPEG(layer: 2), 6)),
    Other(testDescription: "AAC", frames: Sample.frames(Sample.aac, 6)),
    Other(
      testDescription: "free format",
      frames: (0..<6).map { Sample.MPEG(bitRateIndex: 0, freeLength: 700).frame(filler: UInt8($0)) }),
  ]

  @Test(
    "a change of rate, channel count, version, layer or coding loses no frame and needs no resync", arguments: others)
  func change(other: Other) {
    let before = Sample.frames(Sample.mp3, 6)
    for frames in [before + other.frames, other.frames + before] {
      let parsing = Parsing(frames)
      #expect(parsing.bytes == frames)
      #expect(parsing.discontinuities == [0, 6])
      #expect(parsing.counters.formatChanges == 1)
      #expect(parsing.counters.resyncs == 0)
    }
  }

  @Test("a change of format is found behind a frame of the old format that is cut short", arguments: others)
  func cutChange(other: Other) {
    let before = Sample.frames(Sample.mp3, 6)
    let parsing = Parsing(Array(before.flatMap { $0 }.dropLast(150)) + other.frames.flatMap { $0 })
    #expect(Array(parsing.bytes.suffix(6)) == other.frames)
    #expect(Array(parsing.bytes.prefix(5)) == Array(before.prefix(5)))
    #expect(parsing.packets[parsing.packets.count - 6].isDiscontinuity)
  }

  @Test("one or two frames of another format are skipped and are not a change of format", arguments: 1...2)
  func fewOthers(count: Int) {
    let frames = Sample.frames(Sample.mp3, 20)
    let others = Sample.frames(Sample.MPEG(rateIndex: 1), count)
    let parsing = Parsing(frames[..<10] + others + frames[10...])
    #expect(parsing.bytes == frames)
    #expect(parsing.discontinuities == [0, 10])
    #expect(parsing.counters.formatChanges == 0)
    #expect(parsing.counters.resyncs == 1)
    #expect(parsing.counters.bytesSkipped == count * 384)
  }

  @Test("junk between frames costs no frame", arguments: [1, 2, 3, 10, 1000, 100_000])
  func junk(count: Int) {
    let frames = Sample.frames(Sample.mp3, 20)
    var generator = SeededRandom(seed: UInt64(count))
    let junk = generator.bytes(count)
    let parsing = Parsing(frames[..<10] + [junk] + frames[10...])
    #expect(parsing.bytes == frames)
    #expect(parsing.counters.bytesSkipped == count)
    #expect(parsing.discontinuities == [0, 10])
  }

  @Test("lost bytes damage only the frame that they belong to", arguments: [1, 100, 300])
  func lostBytes(count: Int) {
    var frames = Sample.frames(Sample.mp3, 20)
    frames[9].removeLast(count)
    let parsing = Parsing(frames)
    #expect(parsing.packets.count == 20)
    #expect(Array(parsing.bytes.suffix(10)) == Array(frames.suffix(10)))
    #expect(parsing.discontinuities == [0, 10])
  }

  @Test("a broken header loses only its own frame")
  func brokenHeader() {
    var frames = Sample.frames(Sample.mp3, 20)
    frames[9][0] = 0xFE
    let parsing = Parsing(frames)
    frames.remove(at: 9)
    #expect(parsing.bytes == frames)
    #expect(parsing.discontinuities == [0, 9])
  }

  @Test("random damage loses at most three frames per fault", arguments: 1...20)
  func randomDamage(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let frames = (0..<2000).map { _ in Sample.bytes(of: Sample.mp3.word) + generator.bytes(413) }
    var stream = frames.flatMap { $0 }
    let faults = 20
    for _ in 0..<faults {
      let place = Int.random(in: 5000..<(stream.count - 5000), using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: stream[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: stream.removeSubrange(place..<(place + Int.random(in: 1...800, using: &generator)))
      case 2: stream.insert(contentsOf: generator.bytes(Int.random(in: 1...800, using: &generator)), at: place)
      default: stream.insert(contentsOf: stream[place..<(place + 700)], at: place)
      }
    }
    let whole = Set(frames)
    let intact = Set(Parsing(stream).bytes).intersection(whole).count
    #expect(frames.count - intact <= 3 * faults)
  }

  @Test("a resync ends at its limit of 128 KiB, for any size of the pieces", arguments: [1, 1000, 1 << 20])
  func resyncLimit(piece: Int) {
    let frames = Sample.frames(Sample.mp3, 10)
    for (junk, isFound) in [(128 << 10, true), ((128 << 10) + 1, false)] {
      let stream = frames.flatMap { $0 } + [UInt8](repeating: 0, count: junk) + frames.flatMap { $0 }
      let parsing = Parsing(stream) { piece }
      #expect(parsing.packets.count == (isFound ? 20 : 10))
      let lost = TuneError.connectionLost(host: "sample", reason: "no more audio frames")
      #expect(parsing.error == (isFound ? nil : lost))
    }
  }

  @Test("an error comes after the packets before it and repeats at every later call")
  func errorStays() throws {
    var parser = StreamParser(source: "sample", limits: .init(resync: 1000))
    let frames = Sample.frames(Sample.mp3, 10)
    #expect(try parser.feed(frames.flatMap { $0 } + [UInt8](repeating: 0, count: 2000)).count == 10)
    #expect(throws: TuneError.self) { try parser.feed([0]) }
    #expect(throws: TuneError.self) { try parser.feed(frames[0]) }
    #expect(throws: TuneError.self) { try parser.finish() }
  }

  @Test("a resync limit of .max turns the limit off")
  func unlimited() {
    let frames = Sample.frames(Sample.mp3, 10).flatMap { $0 }
    let parsing = Parsing(frames + [UInt8](repeating: 0, count: 1 << 20) + frames, limits: .init(resync: .max))
    #expect(parsing.packets.count == 20)
    #expect(parsing.error == nil)
  }
}
