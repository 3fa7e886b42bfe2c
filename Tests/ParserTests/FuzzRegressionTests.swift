import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Streams that fuzzing found")
struct FuzzRegressionTests {
  /// Bytes behind the last complete frame, too few for a header.
  static let tails: [[UInt8]] = [[0], [0xFF], [0, 0], [0xFF, 0], [0x54, 0x41], [1, 2, 3], [0xFF, 0xFB, 0x10]]

  @Test("a few bytes behind the last frame give the same result for any split of the stream", arguments: tails)
  func rest(tail: [UInt8]) {
    for kind in [Sample.MPEG(layer: 3, bitRateIndex: 1), Sample.mp3, Sample.MPEG(bitRateIndex: 0, freeLength: 300)] {
      for count in 1...5 {
        let stream = Sample.frames(kind, count).joined() + tail
        let whole = Parsing(stream)
        #expect(Parsing(stream) { 1 } == whole, "\(count) frames")
        #expect(Parsing(stream) { stream.count - tail.count } == whole, "\(count) frames")
      }
    }
  }

  @Test("a FLAC frame of another rate and channel count is a discontinuity, and so is the frame behind it")
  func changeOfFormat() {
    let other = FLACSample.frame(1, rateCode: 10, channels: 1)
    let parsing = Parsing(FLACSample.head() + FLACSample.frame(0) + other + FLACSample.frames(2..<4).joined())
    #expect(parsing.discontinuities == [0, 1, 2])
    #expect(parsing.counters.formatChanges == 2)
  }

  @Test("a Speex packet longer than ten frames can be (2000 bytes) is left out, and its neighbours come out")
  func longSpeex() {
    // Rate, mode, version, channels, bit rate, frame size, VBR, frames per packet, extra headers, two reserved fields.
    let numbers = [16000, 1, 4, 1, -1, 320, 0, 1, 0, 0, 0]
    let fields = numbers.flatMap { OggSample.little(UInt64(bitPattern: Int64($0)), 4) }
    let header = Array("Speex   1.2".utf8) + [UInt8](repeating: 0, count: 17 + 8) + fields
    var stream = OggSample(serial: 1)
    var bytes = stream.page([header], flags: OggSample.first) + stream.page([[UInt8](repeating: 0, count: 8)])
    for size in [50, 2001, 2000, 51] { bytes += stream.page([[UInt8](repeating: 1, count: size)]) }
    let parsing = Parsing(bytes)
    #expect(parsing.packets.map(\.bytes.count) == [50, 2000, 51])
    #expect(parsing.packets.allSatisfy { $0.codec == .speex && $0.frameCount == 320 })
  }

  @Test(
    "a Vorbis set-up header may announce tables of at most four megabytes",
    arguments: [(4, 3), (5, 0), (256, 0)])
  func vorbisTables(books: Int, packets: Int) {
    let words = [0, 48000, 0, 0, 0].map { OggSample.little($0, 4) }
    let identification = [1] + Array("vorbis".utf8) + words[0] + [2] + words[1...].joined() + [0xB8, 1]
    var stream = OggSample(serial: 1)
    var bytes = stream.page([identification], flags: OggSample.first)
    bytes += stream.page([[3] + Array("vorbis".utf8) + [UInt8](repeating: 0, count: 9), vorbisSetup(books: books)])
    for _ in 0..<3 { bytes += stream.page([[UInt8](repeating: 0, count: 60)]) }
    #expect(Parsing(bytes).packets.count == packets)
  }

  /// A set-up header of `books` codebooks with 16,384 entries in 16 dimensions each, and one mode.
  private func vorbisSetup(books: Int) -> [UInt8] {
    var bits: [UInt8] = []
    func add(_ fields: [(value: Int, size: Int)]) {
      for field in fields { bits += (0..<field.size).map { UInt8(field.value >> $0 & 1) } }
    }
    add([(books - 1, 8)])
    for _ in 0..<books {
      add([
        (0x564342, 24), (16, 16), (16384, 24), (1, 1), (13, 5), (16384, 15), (1, 4), (0, 64), (3, 4), (0, 1), (0, 4),
      ])
    }
    add([(0, 6), (0, 41), (1, 1)])
    bits += [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8)
    return [5] + Array("vorbis".utf8)
      + stride(from: 0, to: bits.count, by: 8).map { place in
        bits[place..<(place + 8)].reversed().reduce(0) { $0 << 1 | $1 }
      }
  }
}
