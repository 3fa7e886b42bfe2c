import Parser
import Testing

@Suite("MPEG audio headers")
struct MPEGAudioHeaderTests {
  struct Known: Sendable {
    var word: UInt32
    var layer: Int
    var bitRate: Int?
    var sampleRate: Int
    var frameCount: Int
    var length: Int?
  }

  @Test(
    "the header's four bytes give its fields and the frame length",
    arguments: [
      Known(word: 0xFFFB_9000, layer: 3, bitRate: 128_000, sampleRate: 44100, frameCount: 1152, length: 417),
      Known(word: 0xFFFB_9200, layer: 3, bitRate: 128_000, sampleRate: 44100, frameCount: 1152, length: 418),
      Known(word: 0xFFFB_E800, layer: 3, bitRate: 320_000, sampleRate: 32000, frameCount: 1152, length: 1440),
      Known(word: 0xFFF3_8044, layer: 3, bitRate: 64_000, sampleRate: 22050, frameCount: 576, length: 208),
      Known(word: 0xFFE3_18C4, layer: 3, bitRate: 8_000, sampleRate: 8000, frameCount: 576, length: 72),
      Known(word: 0xFFFC_E400, layer: 2, bitRate: 384_000, sampleRate: 48000, frameCount: 1152, length: 1152),
      Known(word: 0xFFE5_EA00, layer: 2, bitRate: 160_000, sampleRate: 8000, frameCount: 1152, length: 2881),
      Known(word: 0xFFFF_C204, layer: 1, bitRate: 384_000, sampleRate: 44100, frameCount: 384, length: 420),
      Known(word: 0xFFF7_1400, layer: 1, bitRate: 32_000, sampleRate: 24000, frameCount: 384, length: 64),
      Known(word: 0xFFFB_0000, layer: 3, bitRate: nil, sampleRate: 44100, frameCount: 1152, length: nil),
    ])
  func fields(known: Known) throws {
    let header = try #require(MPEGAudioHeader(word: known.word))
    #expect(header.layer == known.layer)
    #expect(header.bitRate == known.bitRate)
    #expect(header.sampleRate == known.sampleRate)
    #expect(header.frameCount == known.frameCount)
    #expect(header.length == known.length)
  }

  @Test(
    "an invalid header is refused",
    arguments: [
      0x7FFB_9000,  // no sync
      0xFFEB_9000,  // reserved version
      0xFFF9_9000,  // layer 0
      0xFFFB_F000,  // forbidden bit rate
      0xFFFB_9C00,  // reserved sample rate
      0xFFFF_0000,  // free format in layer I
    ] as [UInt32])
  func refused(word: UInt32) { #expect(MPEGAudioHeader(word: word) == nil) }

  @Test(
    "bit rate, padding, protection and stereo mode may change; channel count, rate, layer and version may not")
  func signature() throws {
    func signature(_ word: UInt32) throws -> UInt32 { try #require(MPEGAudioHeader(word: word)).signature }
    let one = try signature(0xFFFB_9000)
    for same: UInt32 in [0xFFFB_A000, 0xFFFB_9200, 0xFFFA_9000, 0xFFFB_9040, 0xFFFB_9080, 0xFFFB_9070] {
      #expect(try signature(same) == one)
    }
    for different: UInt32 in [0xFFFB_90C0, 0xFFFB_9400, 0xFFFD_9000, 0xFFF3_9000, 0xFFFB_0000] {
      #expect(try signature(different) != one)
    }
  }

  @Test("an ADTS header gives length, blocks, rate and channels")
  func adts() throws {
    let header = try #require(ADTSHeader(word: 0xFFF1_5080, rest: (0x2E, 0x7F, 0xFC)))
    #expect(header.sampleRate == 44100)
    #expect(header.channels == 2)
    #expect(header.length == 371)
    #expect(header.blockCount == 1)
    #expect(ADTSHeader(word: 0xFFF1_5083, rest: (0xFF, 0xFF, 0xFF))?.length == 8191)
    #expect(ADTSHeader(word: 0xFFF1_5080, rest: (0x2E, 0x7F, 0xFF))?.frameCount == 4096)
  }

  @Test(
    "an invalid ADTS header is refused",
    arguments: [
      (0xFFF1_7480, 0x2E),  // sample rate 13
      (0xFFF3_5080, 0x2E),  // layer not 0
      (0xFFE1_5080, 0x2E),  // 11 sync bits
      (0xFFF0_5080, 0x01),  // 8 bytes; header and checksum need 9
    ] as [(UInt32, UInt8)])
  func refusedADTS(word: UInt32, third: UInt8) { #expect(ADTSHeader(word: word, rest: (third, 0x1F, 0xFC)) == nil) }
}
