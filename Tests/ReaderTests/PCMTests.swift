import AudioCore
import Parser
import Reader
import TestSupport
import Testing

@Suite("Uncompressed samples")
struct PCMTests {
  private static let stereo = AudioFormat(sampleRate: 48000, channels: 2)

  private func packet(
    _ bytes: [UInt8], _ kind: SampleCoding.Kind, size: Int, isBigEndian: Bool = false, channels: Int = 1,
    mask: UInt64 = 0
  ) -> Packet {
    let coding = SampleCoding(kind: kind, bytes: size, isBigEndian: isBigEndian, channelMask: mask)
    return Packet(
      codec: .pcm, bytes: bytes, headerFormat: AudioFormat(sampleRate: 8000, channels: channels),
      frameCount: bytes.count / (size * channels), bitRate: 0, isDiscontinuity: true, setup: .samples(coding))
  }

  @Test(
    "samples of each kind are decoded exactly, as fractions of full scale",
    arguments: [
      (.signed, 1, [0x80, 0x00, 0x7F], [-1, 0, 127.0 / 128]), (.unsigned, 1, [0, 0x80, 0xFF], [-1, 0, 127.0 / 128]),
      (.signed, 2, [0, 0x80, 1, 0, 0xFF, 0x7F], [-1, 1.0 / 32768, 32767.0 / 32768]),
      (.signed, 3, [0, 0, 0x80, 1, 0, 0, 0xFF, 0xFF, 0x7F], [-1, 1.0 / 8_388_608, 8_388_607.0 / 8_388_608]),
      (.signed, 4, [0, 0, 0, 0x80, 0, 1, 0, 0, 0, 0, 0, 0x40], [-1, 256.0 / 2_147_483_648, 0.5]),
      (.unsigned, 2, [0, 0, 0, 0x80, 0, 0xC0], [-1, 0, 0.5]),
      (.signed, 8, [0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40], [-1, 0.5]),
      (.float, 4, [0, 0, 0x80, 0xBF, 0, 0, 0, 0x3F], [-1, 0.5]),
      (.float, 8, [0, 0, 0, 0, 0, 0, 0xF0, 0xBF, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F], [-1, 0.5]),
    ] as [(SampleCoding.Kind, Int, [UInt8], [Float])])
  func values(kind: SampleCoding.Kind, size: Int, bytes: [UInt8], values: [Float]) throws {
    #expect(try read([packet(bytes, kind, size: size)]).blocks.samples == values)
    let swapped = stride(from: 0, to: bytes.count, by: size).flatMap { bytes[$0..<($0 + size)].reversed() }
    #expect(try read([packet(swapped, kind, size: size, isBigEndian: true)]).blocks.samples == values)
  }

  @Test("samples that are not finite become 0, and those beyond all sound are limited to 8")
  func wild() throws {
    let wild: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 2]
    let blocks = try read([packet(wild.withUnsafeBytes { Array($0) }, .float, size: 4)]).blocks
    #expect(blocks.samples == [0, 0, 0, 8, -8, 2])
    #expect(blocks.map(\.invalidSamples) == [3])
    let doubles = wild.map(Double.init) + [1e300, 0.5]
    let wide = try read([packet(doubles.withUnsafeBytes { Array($0) }, .float, size: 8)]).blocks
    #expect(wide.samples == [0, 0, 0, 8, -8, 2, 0, 0.5])
    #expect(wide.map(\.invalidSamples) == [4])
  }

  @Test(
    "each sample encoding decodes as in ffmpeg, sample for sample", .enabled(if: Encoded.isAvailable),
    arguments: [
      ("pcm_u8", "wav"), ("pcm_s16le", "wav"), ("pcm_s24le", "wav"), ("pcm_s32le", "wav"), ("pcm_f32le", "wav"),
      ("pcm_f64le", "wav"), ("pcm_alaw", "wav"), ("pcm_mulaw", "wav"), ("pcm_s8", "aiff"), ("pcm_s16be", "aiff"),
      ("pcm_s16le", "aiff"), ("pcm_s24be", "aiff"), ("pcm_s32be", "aiff"), ("pcm_f32be", "aiff"),
      ("pcm_f64be", "aiff"), ("pcm_alaw", "aiff"), ("pcm_mulaw", "aiff"),
    ])
  func sameAsFFmpeg(encoder: String, suffix: String) throws {
    let encoded = try Encoded(
      noise(seconds: 1, format: Self.stereo), format: Self.stereo, encoder: encoder, suffix: suffix)
    let (blocks, badPackets) = try read(encoded.packets)
    #expect(badPackets == 0 && blocks.formats == [Self.stereo])
    let reference = try encoded.decodedByFFmpeg()
    #expect(reference.count == 96000)
    #expect(blocks.samples == reference)
  }

  @Test("surround sound is mixed down to stereo by the speakers that the mask names")
  func surround() throws {
    // Left, right and back centre; without the mask the third is the front centre.
    let bytes: [UInt8] = [0x00, 0x00, 0x40]
    let masked = try read([packet(bytes, .signed, size: 1, channels: 3, mask: 0x103)]).blocks
    let plain = try read([packet(bytes, .signed, size: 1, channels: 3)]).blocks
    #expect(masked.formats == [AudioFormat(sampleRate: 8000, channels: 2)])
    let (back, front): (Float, Float) = (0.5 * 0.5 / 1.5, 0.5 * 0.70710678 / 1.70710678)
    #expect(abs(masked.samples[0] - back) < 1e-6 && masked.samples[0] == masked.samples[1])
    #expect(abs(plain.samples[0] - front) < 1e-6)
  }

  @Test("a sample encoding that cannot exist is refused")
  func refused() {
    for bad in [packet([1, 2, 3, 4, 5], .signed, size: 5), packet([1, 2], .aLaw, size: 2)] {
      #expect(throws: TuneError.self) { try read([bad]) }
    }
  }
}
