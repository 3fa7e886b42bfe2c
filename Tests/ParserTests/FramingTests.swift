import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Framing")
struct FramingTests {
  /// Every combination of version, layer and rate, in stereo and in mono, at one bit rate.
  static let kinds: [Sample.MPEG] = [0, 2, 3].flatMap { version in
    [1, 2, 3].flatMap { layer in
      [0, 1, 2].flatMap { rate in
        [0, 3].map { mode in
          Sample.MPEG(version: version, layer: layer, bitRateIndex: 5, rateIndex: rate, mode: mode)
        }
      }
    }
  }

  @Test("a stream of any version, layer, rate and channel count is split into its frames", arguments: kinds)
  func everyKind(kind: Sample.MPEG) throws {
    let frames = Sample.frames(kind, 7)
    let parsing = Parsing(frames)
    #expect(parsing.error == nil)
    #expect(parsing.bytes == frames)
    let header = try #require(MPEGAudioHeader(word: kind.word))
    let first = try #require(parsing.packets.first)
    #expect(first.codec == [.mp1, .mp2, .mp3][header.layer - 1])
    #expect(first.headerFormat == AudioFormat(sampleRate: header.sampleRate, channels: kind.mode == 3 ? 1 : 2))
    #expect(first.frameCount == header.frameCount)
    #expect(first.bitRate == header.bitRate)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters == StreamParser.Counters())
  }

  @Test("a change of bit rate, padding, checksum or stereo mode between frames is not a discontinuity")
  func variableBitRate() {
    var generator = SeededRandom(seed: 1)
    let frames = (0..<200).map { number in
      var frame = Sample.mp3
      frame.bitRateIndex = .random(in: 1...14, using: &generator)
      frame.padding = .random(in: 0...1, using: &generator)
      frame.isProtected = .random(using: &generator)
      frame.mode = .random(in: 0...2, using: &generator)
      return frame.frame(filler: UInt8(number & 0x7F))
    }
    let parsing = Parsing(frames)
    #expect(parsing.bytes == frames)
    #expect(parsing.discontinuities == [0])
    #expect(parsing.counters.resyncs == 0)
  }

  @Test(
    "the distance between headers gives the frame length of free format",
    arguments: [(1, 3, 1000), (1, 3, 2304), (1, 2, 60), (2, 3, 1728), (2, 2, 2304)] as [(UInt32, UInt32, Int)])
  func freeFormat(layer: UInt32, version: UInt32, length: Int) throws {
    let frames = (0..<9).map { number in
      let padding = UInt32(number % 2)
      return Sample.MPEG(
        version: version, layer: layer, bitRateIndex: 0, padding: padding, freeLength: length + Int(padding)
      ).frame(filler: UInt8(number))
    }
    let parsing = Parsing(frames)
    #expect(parsing.bytes == frames)
    let first = try #require(parsing.packets.first)
    #expect(first.bitRate == length * 8 * first.headerFormat.sampleRate / first.frameCount)
  }

  @Test("free-format frames longer than 2304 bytes are not found")
  func freeFormatLimit() {
    let frames = (0..<9).map { Sample.MPEG(bitRateIndex: 0, freeLength: 2305).frame(filler: UInt8($0)) }
    #expect(Parsing(frames).packets.isEmpty)
  }

  @Test("a stream of one to four frames comes out completely", arguments: 1...4)
  func fewFrames(count: Int) {
    for frames in [Sample.frames(Sample.mp3, count), Sample.frames(Sample.MPEG(layer: 3), count)] {
      #expect(Parsing(frames).bytes == frames)
    }
    let free = (0..<count).map { Sample.MPEG(bitRateIndex: 0, freeLength: 500).frame(filler: UInt8($0)) }
    #expect(Parsing(free).bytes == free)
    let aac = Sample.frames(Sample.ADTS(), count)
    #expect(Parsing(aac).bytes == aac)
  }

  @Test("a frame that is cut off by the stream's end is left out", arguments: [1, 3, 4, 20, 416])
  func truncated(extra: Int) {
    let frames = Sample.frames(Sample.mp3, 5)
    let parsing = Parsing(frames.flatMap { $0 } + frames[0].prefix(extra))
    #expect(parsing.bytes == frames)
    #expect(parsing.error == nil)
    #expect(parsing.counters.bytesSkipped == extra)
  }

  @Test("a stream joined within a frame begins with the next one", arguments: [1, 4, 100, 416])
  func joined(at offset: Int) {
    let frames = Sample.frames(Sample.mp3, 6)
    let parsing = Parsing(Array(frames.flatMap { $0 }.dropFirst(offset)))
    #expect(parsing.bytes == Array(frames.dropFirst()))
    #expect(parsing.counters.bytesSkipped == 417 - offset)
  }

  @Test("headers inside frame data begin no frame, even identical ones whose distance does not fit their length")
  func falseHeaders() {
    var frames = Sample.frames(Sample.mp3, 8)
    let false1 = Sample.bytes(of: Sample.MPEG(rateIndex: 1).word)
    for number in frames.indices { frames[number].replaceSubrange(100..<104, with: false1) }
    frames[0].replaceSubrange(200..<207, with: Sample.aac.frame().prefix(7))
    let joined = Array(frames.flatMap { $0 }.dropFirst(50))
    #expect(Parsing(joined).bytes == Array(frames.dropFirst()))
  }

  @Test(
    "ADTS frames of any length come out unchanged, also with a checksum and several blocks", arguments: [9, 371, 8191])
  func adts(length: Int) throws {
    for (blocks, isProtected) in [(1, false), (4, false), (2, true)] as [(UInt8, Bool)] {
      let frames = Sample.frames(Sample.ADTS(length: length, blocks: blocks, isProtected: isProtected), 6)
      let parsing = Parsing(frames)
      #expect(parsing.bytes == frames)
      let first = try #require(parsing.packets.first)
      #expect(first.codec == .aac)
      #expect(first.frameCount == 1024 * Int(blocks))
      #expect(first.headerFormat == AudioFormat(sampleRate: 44100, channels: 2))
      #expect(first.bitRate == length * 8 * 44100 / (1024 * Int(blocks)))
    }
  }

  @Test("Xing, Info and VBRI frames are left out at the start and in mid-stream", arguments: ["Xing", "Info", "VBRI"])
  func infoFrames(mark: String) {
    for (mode, offset) in [(1, 36), (3, mark == "VBRI" ? 36 : 21)] as [(UInt32, Int)] {
      let sound = Sample.frames(Sample.MPEG(mode: mode), 10)
      var info = Sample.MPEG(bitRateIndex: 5, mode: mode).frame(filler: 0)
      info.replaceSubrange(offset..<(offset + 4), with: Array(mark.utf8))
      let parsing = Parsing([info] + sound[..<5] + [info] + sound[5...])
      #expect(parsing.bytes == sound)
      #expect(parsing.counters.infoFrames == 2)
      #expect(parsing.discontinuities == [0])
    }
  }

  @Test("a wrong checksum is counted, and its frame is still returned")
  func checksum() {
    // Layer I, two channels: 256 allocation bits that are zero. The correct checksum is that of 34 bytes: the header
    // bytes 0x90 0x00 and the 32 bytes of allocation.
    let kind = Sample.MPEG(layer: 3, bitRateIndex: 9, mode: 0, isProtected: true)
    var right = kind.frame(filler: 0)
    let sum = Self.crc16(Array(right[2..<4]) + [UInt8](repeating: 0, count: 32))
    right[4] = UInt8(sum >> 8)
    right[5] = UInt8(sum & 0xFF)
    var wrong = right
    wrong[20] ^= 0x10
    var elsewhere = right
    elsewhere[40] ^= 0x10
    let frames = [right, wrong, right, elsewhere, right]
    let parsing = Parsing(frames)
    #expect(parsing.bytes == frames)
    #expect(parsing.counters.checksumErrors == 1)
  }

  /// The checksum, bit by bit, as in figure 2-A.9 of ISO/IEC 11172-3.
  private static func crc16(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt16 = 0xFFFF
    for byte in bytes {
      for bit in (0..<8).reversed() {
        let feedback = (sum >> 15 & 1) ^ UInt16(byte >> UInt8(bit) & 1)
        sum = sum << 1 ^ (feedback * 0x8005)
      }
    }
    return sum
  }
}
