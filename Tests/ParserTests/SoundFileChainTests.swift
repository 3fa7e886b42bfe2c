import AudioCore
import Parser
import Testing

@Suite("Data behind the sound of WAV and AIFF files")
struct SoundFileChainTests {
  private static func sound(_ count: Int, _ factor: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * factor + $0 >> 8) }
  }

  /// A 16-bit stereo file of either kind. Its header gives the exact length of the data, even an odd one.
  private static func file(_ data: [UInt8], isAIFF: Bool, rate: Int = 44100) -> [UInt8] {
    isAIFF
      ? AIFFTests.file(AIFFTests.format(), data: data) : WAVTests.file(WAVTests.format(tag: 1, rate: rate), data: data)
  }

  private static func chunk(_ name: String, _ size: Int, isAIFF: Bool) -> [UInt8] {
    let body = [UInt8](repeating: 65, count: size)
    return isAIFF ? AIFFTests.chunk(name, body) : WAVTests.chunk(name, body)
  }

  /// Bytes that may come between two files, and whether they are junk.
  private static func betweens(isAIFF: Bool) -> [(bytes: [UInt8], isJunk: Bool)] {
    let parts: [[UInt8]] = [
      [], chunk("LIST", 101, isAIFF: isAIFF), chunk("id3 ", 3000, isAIFF: isAIFF), Sample.id3v1,
      Sample.id3v2(body: 5000), Sample.ape(items: 300),
      chunk("FORM", 30, isAIFF: isAIFF) + chunk("RIFF", 31, isAIFF: isAIFF),
    ]
    let junk: [[UInt8]] = [[UInt8](repeating: 0, count: 1000), Array("RIFFFORMRIFF".utf8)]
    return parts.map { ($0, false) } + junk.map { ($0, true) }
  }

  @Test(
    "files behind each other on a connection are played, with data between them, for any split of the stream",
    arguments: [1 << 20, 4096, 7])
  func chain(piece: Int) {
    let (one, two) = (Self.sound(10_000, 7), Self.sound(9_001, 11))  // a byte of the second is in no frame
    let wanted: [UInt8] = one + Array(two.dropLast()) + one
    for isAIFF in [true, false] {
      let files: [[UInt8]] = [
        Self.file(one, isAIFF: isAIFF), Self.file(two, isAIFF: isAIFF), Self.file(one, isAIFF: !isAIFF, rate: 22050),
      ]
      for (between, isJunk) in Self.betweens(isAIFF: isAIFF) {
        let stream = [files[0], between, files[1], between, files[2]].flatMap { $0 }
        let parsing = Parsing(stream) { piece }
        #expect(parsing.error == nil)
        let sound = parsing.bytes.flatMap { $0 }
        #expect(sound.elementsEqual(wanted), "\(sound.count) bytes with \(between.prefix(12))")
        #expect(parsing.discontinuities.count == 3)
        #expect((parsing.counters.bytesSkipped > 0) == isJunk, "\(between.prefix(12))")
        #expect(parsing.packets.last?.headerFormat.sampleRate == (isAIFF ? 22050 : 44100))
      }
    }
  }

  @Test("tags, pictures and some junk behind the sound are not an error", arguments: [true, false])
  func tail(isAIFF: Bool) {
    let sound = Self.sound(20_000, 7)
    for tail in [
      Self.chunk("LIST", 5 << 20, isAIFF: isAIFF), Sample.id3v2(body: 1 << 19), Sample.id3v1,
      [UInt8](repeating: 0, count: 100_000), [1], Array("LIST".utf8), Array("ID3".utf8), Sample.ape(items: 300),
    ] {
      let parsing = Parsing(Self.file(sound, isAIFF: isAIFF) + tail) { 5000 }
      #expect(parsing.error == nil)
      #expect(parsing.bytes.flatMap { $0 }.elementsEqual(sound))
      #expect(parsing.largestInputMemory <= 64 << 10)
    }
  }

  @Test(
    "a header with too short a length ends the sound there, and the stream fails 128 KiB later",
    arguments: [true, false])
  func falseLength(isAIFF: Bool) {
    let sound = Self.sound(300_000, 7)
    let file =
      isAIFF
      ? AIFFTests.file(AIFFTests.format(), data: sound, announcing: 20_008)
      : WAVTests.file(WAVTests.format(tag: 1), data: sound, announcing: 20_000)
    let parsing = Parsing(file) { 4096 }
    #expect(parsing.bytes.flatMap { $0 }.elementsEqual(sound.prefix(20_000)))
    #expect(parsing.error == .connectionLost(host: "sample", reason: "no more audio frames"))
    #expect((128 << 10...132 << 10).contains(parsing.counters.bytesSkipped))
  }

  @Test("an endless series of chunks fails within 17 MiB", arguments: [true, false])
  func endless(isAIFF: Bool) {
    let chunk = Self.chunk("junk", 100_000, isAIFF: isAIFF)
    var parser = StreamParser(source: "sample")
    var fed = 0
    #expect(throws: TuneError.connectionLost(host: "sample", reason: "no more audio frames")) {
      _ = try parser.feed(Self.file(Self.sound(20_000, 7), isAIFF: isAIFF))
      while fed < 100 << 20 {
        _ = try parser.feed(chunk)
        fed += chunk.count
      }
    }
    #expect(fed <= 17 << 20)
  }
}
