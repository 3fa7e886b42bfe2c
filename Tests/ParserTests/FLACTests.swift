import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Native FLAC")
struct FLACTests {
  private static let frames = FLACSample.frames(0..<40)

  private func stream(_ frames: [[UInt8]] = Self.frames, tags: [String] = []) -> [UInt8] {
    FLACSample.head(tags) + frames.joined()
  }

  @Test("every frame comes out unchanged, with the headers' format and the stream's set-up")
  func whole() {
    let parsing = Parsing(stream())
    #expect(parsing.bytes == Self.frames)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.error == nil && parsing.titles.isEmpty && parsing.counters.bytesSkipped == 0)
    for packet in parsing.packets {
      #expect(packet.codec == .flac && packet.frameCount == 4096)
      #expect(packet.headerFormat == AudioFormat(sampleRate: 44100, channels: 2))
      #expect(packet.setup == .headers([FLACSample.info()]))
      #expect(packet.bitRate == packet.bytes.count * 8 * 44100 / 4096)
    }
  }

  @Test("a frame header's rate and channels take precedence over STREAMINFO")
  func ownFormat() {
    let frames = [FLACSample.frame(0), FLACSample.frame(1, rateCode: 10, channels: 1), FLACSample.frame(2)]
    let formats = Parsing(stream(frames)).packets.map(\.headerFormat)
    #expect(formats.map(\.sampleRate) == [44100, 48000, 44100])
    #expect(formats.map(\.channels) == [2, 1, 2])
  }

  @Test("a stream whose frame numbers do not begin at 0 loses no frame")
  func joined() { #expect(Parsing(stream(FLACSample.frames(900..<940))).packets.count == 40) }

  @Test(
    "the title is formed from the artist and title tags and comes before the first packet",
    arguments: [
      (["ARTIST=A", "title=B"], ["A - B"]), (["artist=A", "Artist=C", "TITLE=B", "ALBUM=D"], ["A, C - B"]),
      (["TITLE=\u{1B}[2JB"], ["[2JB"]), (["ALBUM=D"], []), (["ARTIST"], []), (["ARTIST=A=B"], ["A=B"]),
    ] as [([String], [String])])
  func title(tags: [String], titles: [String]) {
    let parsing = Parsing(stream(tags: tags))
    #expect(parsing.titles == titles)
    #expect(parsing.elements.first?.packet == nil || titles.isEmpty)
  }

  @Test("a stream behind the last frame brings its own title and format, or clears the title")
  func concatenated() {
    let second = FLACSample.head(["TITLE=two"], rate: 48000) + Self.frames.joined()
    let parsing = Parsing(stream(tags: ["TITLE=one"]) + second + stream())
    #expect(parsing.titles == ["one", "two", ""])
    #expect(parsing.bytes == Self.frames + Self.frames + Self.frames)
    #expect(parsing.discontinuities == [0, 40, 80])
    #expect(parsing.packets.map(\.headerFormat.sampleRate)[39...40] == [44100, 48000])
    #expect(parsing.counters.bytesSkipped == 0)
  }

  @Test("tags before, between and behind the frames are skipped and lose no frame")
  func tags() {
    let id3 = Sample.id3v2(body: 3000)
    let head = FLACSample.head()
    for (name, stream) in [
      ("before", id3 + stream()), ("behind", stream() + Sample.id3v1), ("APE behind", stream() + Sample.ape(items: 40)),
      ("between", head + Self.frames[..<20].joined() + id3 + Self.frames[20...].joined()),
    ] {
      let parsing = Parsing(stream)
      #expect(parsing.bytes == Self.frames, "\(name)")
      #expect(parsing.counters.tagBytes > 100 && parsing.counters.bytesSkipped == 0, "\(name)")
    }
  }

  @Test("a picture of 16 MiB is skipped without being kept in memory")
  func picture() {
    let picture = FLACSample.block(6, [UInt8](repeating: 0xFF, count: 0xFF_FFFF))
    let parsing = Parsing(FLACSample.head(["TITLE=x"], more: picture) + Self.frames.joined()) { 5000 }
    #expect(parsing.bytes == Self.frames)
    #expect(parsing.titles == ["x"])
    #expect(parsing.largestInputMemory <= 64 << 10)
  }

  static let harms: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
    ("a bit of the sound", { $0.replacing(200, with: $0[200] ^ 4) }),
    ("a bit of the header", { $0.replacing(2, with: $0[2] ^ 0x10) }),
    ("the number", { $0.replacing(4, with: 77) }),
    ("the check sum", { $0.replacing($0.count - 1, with: $0[$0.count - 1] ^ 0x5A) }),
    ("its beginning", { Array($0.dropFirst(9)) }), ("its end", { Array($0.dropLast(50)) }), ("all of it", { _ in [] }),
    ("bytes in it", { Array($0[..<100] + [1, 2, 3] + $0[100...]) }),
  ]

  @Test(
    "a damaged frame is lost alone; one without a beginning also loses the frame before it, whose end is unknown",
    arguments: harms.indices)
  func damage(index: Int) {
    let name = Self.harms[index].0
    var frames = Self.frames
    frames[20] = Self.harms[index].1(frames[20])
    let parsing = Parsing(stream(frames))
    let isGone = frames[20].isEmpty
    let first = name == "its beginning" ? 19 : 20
    #expect(parsing.bytes == Array(Self.frames[..<first]) + Array(Self.frames[21...]), "\(name)")
    #expect(parsing.discontinuities == (isGone ? [0] : [0, first]), "\(name)")
    #expect(parsing.counters.resyncs == (isGone ? 0 : 1), "\(name)")
    #expect(parsing.counters.bytesSkipped == frames[first...20].reduce(0) { $0 + $1.count }, "\(name)")
  }

  @Test(
    "the first or last frame is not a frame with any wrong bit in its header, even when the checksum of the frame is right",
    arguments: [0, 39])
  func headerChecksum(place: Int) {
    for bit in 16..<48 {  // behind the sync code
      var frames = Self.frames
      frames[place] = FLACSample.frame(place, flippedBit: bit)
      let parsing = Parsing(stream(frames))
      frames.remove(at: place)
      let isLostAlone = parsing.bytes == frames  // not in the expectation, which would print all bytes
      #expect(isLostAlone, "bit \(bit): \(parsing.packets.count) frames")
    }
  }

  @Test("a header with a correct checksum inside a frame's data does not begin a frame")
  func falseHeader() {
    let inner = FLACSample.frame(9, body: [1, 2, 3])
    var frames = Self.frames
    frames[4] = FLACSample.frame(4, body: [UInt8](repeating: 5, count: 50) + inner.prefix(8) + [7, 7, 7])
    #expect(Parsing(stream(frames)).bytes == frames)
  }

  @Test("a frame that is cut short by the end of the stream is left out")
  func end() {
    let parsing = Parsing(stream().dropLast(10).map { $0 })
    #expect(parsing.bytes == Array(Self.frames.dropLast()))
    #expect(parsing.error == nil)
  }

  @Test("noise in mid-stream is skipped up to the resync limit, and more noise is an error")
  func noise() {
    var random = SeededRandom(seed: 3)
    let parts = (head: FLACSample.head() + Self.frames[..<20].joined(), tail: Self.frames[20...].joined())
    let some = Parsing(parts.head + random.bytes(100_000) + parts.tail)
    // The end of the last frame before the noise cannot be found, so this frame is lost.
    #expect(some.bytes == Array(Self.frames[..<19]) + Array(Self.frames[20...]))
    let much = Parsing(parts.head + random.bytes(3 << 20) + parts.tail)
    #expect(much.bytes == Array(Self.frames[..<19]))
    #expect(much.error == .connectionLost(host: "sample", reason: "no more audio frames"))
  }

  @Test(
    "a stream that begins like FLAC and has a broken head is reported as such",
    .timeLimit(.minutes(1 * TestTime.waitScale))
  )
  func broken() {
    let mark = Array("fLaC".utf8)
    let kind = TuneError.unsupported(source: "sample", kind: "FLAC with a broken head")
    for bytes in [
      mark, mark + [0, 0, 0], mark + FLACSample.block(4, FLACSample.comments([]), isLast: true),
      mark + FLACSample.block(0, [UInt8](repeating: 0, count: 34), isLast: true), mark + [0xFF, 0, 0, 0],
      mark + [[UInt8]](repeating: FLACSample.block(1, []), count: 1000).joined(),
      mark + FLACSample.block(0, [1, 2, 3], isLast: true),
    ] {
      #expect(Parsing(bytes).error == kind)
    }
    guard case .format? = Parsing(FLACSample.head()).error else {
      Issue.record("a head without frames is not an error of the format")
      return
    }
  }

  private static func ownFrames(_ numbers: Range<Int>) -> [[UInt8]] {
    numbers.map { FLACSample.frame($0, rateCode: 9, sizeCode: 4) }
  }

  @Test("a stream joined behind its head takes its format from the frame headers", arguments: [0, 1, 200, 402])
  func withoutHead(offset: Int) throws {
    let frames = Self.ownFrames(0..<40)
    let parsing = Parsing(Array(frames.joined().dropFirst(offset))) { 1000 }
    #expect(parsing.error == nil)
    #expect(parsing.bytes == (offset == 0 ? frames : Array(frames.dropFirst())))
    #expect(parsing.discontinuities == [0])
    let first = try #require(parsing.packets.first)
    #expect(first.codec == .flac && first.frameCount == 4096)
    #expect(first.headerFormat == AudioFormat(sampleRate: 44100, channels: 2))
    let info = FLACSample.info(ofFramesAt: 44100, channels: 2)
    #expect(parsing.packets.allSatisfy { $0.setup == .headers([info]) })
    #expect(parsing.largestInputMemory <= 64 << 10)
  }

  @Test("without a head, a change of rate and channels is a discontinuity, and so is a head behind the frames")
  func changesWithoutHead() {
    let one = Self.ownFrames(0..<10)
    let two = (0..<10).map { FLACSample.frame($0, rateCode: 10, channels: 1, sizeCode: 4) }
    let parsing = Parsing(Array((one + two).joined()) + stream(tags: ["TITLE=three"]))
    #expect(parsing.error == nil)
    #expect(parsing.bytes == one + two + Self.frames)
    #expect(parsing.discontinuities == [0, 10, 20])
    #expect(parsing.discontinuities.map { parsing.packets[$0].headerFormat.sampleRate } == [44100, 48000, 44100])
    #expect(parsing.titles == ["three"])
  }

  @Test(
    "junk before the mark, or before frames that give their own format, loses no frame",
    arguments: [1, 3000, 200_000])
  func behindJunk(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let junk = [1] + random.bytes(count - 1)
    let own = Self.ownFrames(0..<40)
    for (name, rest, frames) in [("mark", stream(), Self.frames), ("frames", Array(own.joined()), own)] {
      let parsing = Parsing(junk + rest)
      #expect(parsing.error == nil, "\(name)")
      #expect(parsing.bytes == frames, "\(name)")
      #expect(parsing.counters.bytesSkipped == count, "\(name)")
    }
  }

  @Test(
    "frames whose rate depends on a missing head are not audio, and cost less than five seconds of a processor",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func unknownRate() {
    #expect(Parsing(Self.frames).error == .notAudio(source: "sample", found: "no audio frame"))
    let header = FLACSample.frame(0, rateCode: 9, sizeCode: 4).prefix(6)
    let seconds = ProcessorTime.seconds {
      let parsing = Parsing([UInt8]([[UInt8]](repeating: Array(header), count: 40_000).joined()))
      #expect(parsing.packets.isEmpty)
      #expect(parsing.largestInputMemory <= 64 << 10)
    }
    #expect(seconds < 5 * Double(TestTime.scale))
  }
  @Test(
    "a stream of forged frame headers costs less than five seconds of a processor",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func timeout() {
    // The frame numbers do not follow each other, so the parser searches each frame up to its longest possible end.
    let header = FLACSample.frame(0, channels: 8).prefix(6) + [1, 2, 3, 4]
    let stream = FLACSample.head() + [[UInt8]](repeating: Array(header), count: 40_000).joined()
    let seconds = ProcessorTime.seconds {
      let parsing = Parsing(stream, limits: .init(firstFrame: 1 << 60, resync: 1 << 60))
      #expect(parsing.packets.isEmpty)
    }
    #expect(seconds < 5 * Double(TestTime.scale))
  }
}

extension [UInt8] {
  fileprivate func replacing(_ index: Int, with byte: UInt8) -> [UInt8] {
    var bytes = self
    bytes[index] = byte
    return bytes
  }
}
