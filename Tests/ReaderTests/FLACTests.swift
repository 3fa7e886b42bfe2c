import AudioCore
import Parser
import Reader
import TestSupport
import Testing

@Suite("FLAC", .enabled(if: Encoded.isAvailable && ProcessRunner.hasPrograms("flac"), "needs ffmpeg, mpg123, flac"))
struct FLACTests {
  private static let stereo = AudioFormat(sampleRate: 44100, channels: 2)

  private func flac(_ samples: [Float], format: AudioFormat = stereo, bits: Int = 16) throws -> Encoded {
    try Encoded(
      samples, format: format, encoder: "flac", suffix: "flac",
      options: bits == 16 ? ["-sample_fmt", "s16"] : ["-sample_fmt", "s32"])
  }

  @Test(
    "every bit equals the output of the flac program",
    arguments: [(16, 44100, 2), (24, 96000, 2), (16, 8000, 1), (24, 48000, 1), (16, 48000, 2)])
  func exact(bits: Int, rate: Int, channels: Int) throws {
    let format = AudioFormat(sampleRate: rate, channels: channels)
    let encoded = try flac(noise(seconds: 2, format: format), format: format, bits: bits)
    let (blocks, badPackets) = try read(encoded.packets)
    #expect(badPackets == 0 && blocks.formats == [format])
    let arguments = ["-s", "-d", "-c", "--force-raw-format", "--endian=little", "--sign=signed", encoded.path]
    let raw = try ProcessRunner.run("flac", arguments).output
    #expect(raw.count == 2 * rate * channels * bits / 8)
    let scale = Float(1 << (bits - 1))
    let ours = blocks.samples.flatMap { sample in
      (0..<(bits / 8)).map { UInt8(truncatingIfNeeded: Int(sample * scale) >> (8 * $0)) }
    }
    #expect(ours == raw)
  }

  @Test("a packet that cannot be decoded becomes silence of its length, in the current format")
  func badPacket() throws {
    let format = AudioFormat(sampleRate: 48000, channels: 6)
    var packets = try flac(noise(seconds: 1, format: format), format: format).packets
    let whole = try read(packets).blocks
    for index in [0, 3] { packets[index] = packets[index].with([1, 2, 3]) }
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 2)
    #expect(blocks.map(\.frameCount) == whole.map(\.frameCount))
    #expect(blocks.formats == [AudioFormat(sampleRate: 48000, channels: 2)])
    #expect(blocks[0].samples.allSatisfy { $0 == 0 } && blocks[3].samples.allSatisfy { $0 == 0 })
    #expect(blocks[4] == whole[4])
  }

  @Test("silence is no longer than a packet can be, however much the rates of the headers differ")
  func maximumSilence() throws {
    let format = AudioFormat(sampleRate: 96000, channels: 1)
    var packets = try flac(noise(seconds: 1, format: format), format: format).packets
    for index in packets.indices { packets[index].headerFormat.sampleRate = 4000 }
    packets[3] = packets[3].with([1, 2, 3])
    packets[3].frameCount = 65535
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 1 && blocks.formats == [format])
    #expect(blocks[3].frameCount == 65536)
  }

  @Test("trims are cut at the ends of a packet, and over several packets")
  func trims() throws {
    var packets = try flac(noise(seconds: 1, format: Self.stereo)).packets
    let whole = try read(packets).blocks.samples
    let size = packets[0].frameCount
    packets[0].startTrim = size
    packets[1].startTrim = 700
    packets[2].endTrim = 9
    packets[4].startTrim = 5
    packets[4].endTrim = 6
    packets[5].endTrim = 1 << 20
    let trimmed = try read(packets).blocks
    let kept = [(size + 700)..<(3 * size - 9), (3 * size)..<(4 * size), (4 * size + 5)..<(5 * size - 6)]
    #expect(trimmed.samples.starts(with: kept.flatMap { whole[(2 * $0.lowerBound)..<(2 * $0.upperBound)] }))
    #expect(trimmed.count == packets.count - 2)
    #expect(trimmed.samples.count == whole.count - 2 * (2 * size + 700 + 9 + 5 + 6))
  }

  @Test("links follow each other without a lost sample, also with other rates and channels")
  func links() throws {
    let mono = AudioFormat(sampleRate: 22050, channels: 1)
    let links = try [
      flac(noise(seconds: 0.5, format: Self.stereo)), flac(sine(300, seconds: 0.5, format: Self.stereo), bits: 24),
      flac(noise(seconds: 0.5, format: mono), format: mono),
    ].map(\.packets)
    let apart = try links.flatMap { try read($0).blocks }
    let joined = try read(links.flatMap { $0 })
    #expect(joined.blocks == apart && joined.badPackets == 0)
    // A break mark is not needed where the setup differs.
    let unmarked = links.flatMap { $0 }.map { packet in
      var packet = packet
      packet.isDiscontinuity = false
      return packet
    }
    #expect(try read(unmarked).blocks == apart)
  }

  @Test("loud sound after silence and after a bad packet is music, not damage")
  func loudness() throws {
    let soft = sine(440, seconds: 1, format: Self.stereo).map { $0 / 100 }
    let nothing = [Float](repeating: 0, count: 44100)
    let loud = sine(440, seconds: 1, format: Self.stereo).map { $0 * 1.9 }
    var packets = try flac(soft + nothing + loud).packets
    packets[2] = packets[2].with([0])
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 1)
    let end = Array(blocks.samples.suffix(loud.count))
    #expect(largestDifference(end, loud) < 1e-4)
  }

  @Test("broken headers end a stream that begins with them, and cost a later link only its sound")
  func brokenSetup() throws {
    var broken = try flac(noise(seconds: 0.5, format: Self.stereo)).packets
    for index in broken.indices { broken[index].setup = .headers([[1, 2, 3]]) }
    let good = try flac(noise(seconds: 0.5, format: Self.stereo)).packets
    #expect(throws: TuneError.self) { try read(broken) }
    let (blocks, badPackets) = try read(good + broken + good)
    #expect(badPackets == broken.count)
    #expect(blocks.reduce(0) { $0 + $1.frameCount } == 3 * 22050)
  }
}
