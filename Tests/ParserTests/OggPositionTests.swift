import AudioCore
import Parser
import Testing

@Suite("The effect of granule positions and lost pages on the length of Ogg sound")
struct OggPositionTests {
  /// A Vorbis link's first page and the page of its other headers: 44.1 kHz stereo, blocks of 64 and 256 frames.
  private static func vorbisHead(_ sample: inout OggSample) -> [[UInt8]] {
    let identification =
      [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2] + OggSample.little(44100, 4) + [UInt8](repeating: 0, count: 12)
      + [0x86, 1]
    let zeros = [UInt8](repeating: 0, count: 40)
    // No codebooks; the number of modes, one mode of short and one of long blocks, and the bit at the end.
    let bits: [UInt8] = zeros.prefix(8) + [1, 0, 0, 0, 0, 0] + [0] + zeros + [1] + zeros + [1]
    let packed = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(UInt8(0)) { $0 << 1 | $1 }
    }
    let comments = [3] + Array("vorbis".utf8) + OggSample.comments([String]()) + [1]
    return [
      sample.page([identification], granule: 0, flags: OggSample.first),
      sample.page([comments, [5] + Array("vorbis".utf8) + packed], granule: 0),
    ]
  }

  /// A packet of one long block: it gives 128 frames behind another block, and none as the first block.
  private static let long: [UInt8] = [2, 1, 2, 3]

  @Test("the end trim of Vorbis is at most the last packet's length")
  func vorbisEnd() {
    var sample = OggSample(serial: 1)
    let pages =
      Self.vorbisHead(&sample) + [
        sample.page([Self.long, Self.long], granule: 128),
        sample.page([Self.long, Self.long, Self.long], granule: 128 + 384 - 178, flags: OggSample.last),
      ]
    let packets = Parsing(joined(pages)).packets
    #expect(packets.map(\.frameCount) == [0, 128, 128, 128, 0])
    #expect(packets.map(\.endTrim) == [0, 0, 0, 0, 128])
  }

  @Test("Vorbis frames before position 0 are cut, counted across pages without a position", arguments: [false, true])
  func vorbisStart(isSplit: Bool) {
    var sample = OggSample(serial: 1)
    var pages = Self.vorbisHead(&sample)
    if isSplit {
      pages += [sample.page([Self.long, Self.long]), sample.page([Self.long, Self.long], granule: 300)]
    } else {
      pages.append(sample.page([Self.long, Self.long, Self.long, Self.long], granule: 300))
    }
    pages.append(sample.page([Self.long], granule: 428))
    let packets = Parsing(joined(pages)).packets
    #expect(packets.map(\.frameCount) == (isSplit ? [0, 128, 44, 128, 128] : [0, 44, 128, 128, 128]))
    #expect(packets.reduce(0) { $0 + $1.startTrim } == 84)
  }

  @Test("the end trim is correct when pages before the last one give no position")
  func opusEnd() {
    var sample = OggSample(serial: 1)
    var pages = sample.opusLink(packets: 4, endsProperly: false, preSkip: 0)
    pages.append(sample.page([OggSample.opus(4), OggSample.opus(5)]))
    pages.append(sample.page([OggSample.opus(6)], granule: 7 * 960 - 100, flags: OggSample.last))
    #expect(Parsing(joined(pages)).packets.map(\.endTrim) == [0, 0, 0, 0, 0, 0, 100])
  }

  @Test("behind a lost page the first Vorbis packet has no block to overlap with")
  func lostPage() {
    var sample = OggSample(serial: 1)
    var pages = Self.vorbisHead(&sample)
    for number in 0..<4 { pages.append(sample.page([Self.long, Self.long], granule: Int64(128 + 256 * number))) }
    pages.remove(at: 3)
    let parsing = Parsing(joined(pages))
    #expect(parsing.packets.map(\.frameCount) == [0, 128, 0, 128, 128, 128])
    #expect(parsing.discontinuities == [0, 2])
  }

  @Test("a link that begins again before its sound uses the headers of the second beginning")
  func beginsTwice() {
    var first = OggSample(serial: 1)
    var second = OggSample(serial: 1)
    let begun = first.page([OggSample.opusHead(channels: 1, preSkip: 100)], granule: 0, flags: OggSample.first)
    let parsing = Parsing(begun + joined(second.opusLink(packets: 4)))
    #expect(parsing.packets.map(\.startTrim) == [312, 0, 0, 0])
    #expect(parsing.packets.allSatisfy { $0.headerFormat.channels == 2 })
  }

  @Test("granule positions cut nothing from FLAC")
  func flac() {
    var sample = OggSample(serial: 1)
    var pages = sample.flacLink(packets: 0)
    pages.append(sample.page([OggSample.flac(0)], granule: 10))
    pages.append(sample.page([OggSample.flac(1), OggSample.flac(2)], granule: 20, flags: OggSample.last))
    #expect(Parsing(joined(pages)).packets.map(\.frameCount) == [4096, 4096, 4096])
  }
}
