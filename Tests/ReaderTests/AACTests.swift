import AudioCore
import Reader
import TestSupport
import Testing

@Suite(.enabled(if: Encoded.isAvailable, "needs ffmpeg and mpg123"))
struct AACTests {
  private static let stereo = AudioFormat(sampleRate: 44100, channels: 2)

  private func aac(_ samples: [Float], format: AudioFormat = stereo) throws -> Encoded {
    try Encoded(samples, format: format, encoder: "aac", suffix: "aac", options: ["-b:a", "96k"])
  }

  @Test("AAC-LC decodes to the same samples as in ffmpeg", arguments: [(44100, 2), (48000, 1), (22050, 2)])
  func lowComplexity(rate: Int, channels: Int) throws {
    let format = AudioFormat(sampleRate: rate, channels: channels)
    let encoded = try aac(noise(seconds: 2, format: format), format: format)
    let (blocks, badPackets) = try read(encoded.packets)
    let samples = blocks.samples
    #expect(blocks.formats == [format])
    #expect(badPackets == 0)
    #expect(samples.count == encoded.packets.count * 1024 * channels)
    let reference = try encoded.decodedByFFmpeg()
    #expect(samples.count == reference.count)
    #expect(largestDifference(samples, reference) == 0)
  }

  @Test("HE-AAC with a header of 22.05 kHz mono decodes to 44.1 kHz stereo, at the right pitch")
  func highEfficiency() throws {
    let core = AudioFormat(sampleRate: 22050, channels: 1)
    let encoded = try aac(sine(1000, seconds: 2, format: core), format: core)
    let packets = encoded.packets.map { $0.with(BandReplication.added(to: $0.bytes)) }
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 0)
    #expect(packets.allSatisfy { $0.headerFormat == core })
    #expect(blocks.formats == [Self.stereo])
    #expect(blocks.allSatisfy { $0.frameCount == 2048 })
    let left = channel(0, of: blocks.samples, channels: 2)
    let middle = Array(left.dropFirst(20_000).prefix(40_000))
    #expect(abs(frequency(of: middle, sampleRate: 44100) - 1000) < 1)
    #expect(abs(rms(middle) - 0.3535) < 0.02)
  }

  @Test("HE-AAC in stereo also decodes to twice the rate")
  func highEfficiencyStereo() throws {
    let core = AudioFormat(sampleRate: 24000, channels: 2)
    let encoded = try aac(sine(1000, seconds: 1, format: core), format: core)
    let (blocks, badPackets) = try read(encoded.packets.map { $0.with(BandReplication.added(to: $0.bytes)) })
    #expect(badPackets == 0)
    #expect(blocks.formats == [AudioFormat(sampleRate: 48000, channels: 2)])
    #expect(blocks.allSatisfy { $0.frameCount == 2048 })
    let left = channel(0, of: blocks.samples, channels: 2)
    #expect(abs(frequency(of: Array(left.dropFirst(10_000).prefix(30_000)), sampleRate: 48000) - 1000) < 1)
  }

  @Test("band replication that begins in mid-stream is a change of format there, at the same pitch")
  func lateReplication() throws {
    let core = AudioFormat(sampleRate: 22050, channels: 1)
    let encoded = try aac(sine(1000, seconds: 3, format: core), format: core)
    let first = 30
    let packets = encoded.packets.enumerated().map { number, packet in
      number < first ? packet : packet.with(BandReplication.added(to: packet.bytes))
    }
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 0)
    #expect(blocks.formats == [core, Self.stereo])
    #expect(blocks.prefix(first).allSatisfy { $0.format == core && $0.frameCount == 1024 })
    #expect(blocks.dropFirst(first).allSatisfy { $0.format == Self.stereo && $0.frameCount == 2048 })
    let before = channel(0, of: Array(blocks[5..<first]).samples, channels: 1)
    let after = channel(0, of: Array(blocks[(first + 2)...]).samples, channels: 2)
    #expect(abs(frequency(of: before, sampleRate: 22050) - 1000) < 1)
    #expect(abs(frequency(of: Array(after.prefix(40_000)), sampleRate: 44100) - 1000) < 1)
  }

  @Test("a frame of several raw data blocks gives the sound of all of them")
  func severalBlocks() throws {
    let encoded = try aac(noise(seconds: 1, format: Self.stereo))
    let single = try read(encoded.packets)
    let pairs = stride(from: 0, to: encoded.packets.count - 1, by: 2).map { first in
      let packets = encoded.packets[first...(first + 1)]
      var packet = encoded.packets[first].with(ADTS.joined(packets.map(\.bytes)))
      packet.frameCount = 2048
      return packet
    }
    let (blocks, badPackets) = try read(pairs)
    #expect(badPackets == 0)
    #expect(blocks.allSatisfy { $0.frameCount == 2048 })
    #expect(largestDifference(blocks.samples, single.blocks.samples) == 0)
  }

  @Test(
    "a bad packet becomes silence of the length of its sound", arguments: ["cut short", "no header", "empty"])
  func badPacket(damage: String) throws {
    let core = AudioFormat(sampleRate: 22050, channels: 1)
    let encoded = try aac(sine(700, seconds: 1, format: core), format: core)
    var packets = encoded.packets.map { $0.with(BandReplication.added(to: $0.bytes)) }
    let whole = try read(packets)
    let good = packets[10].bytes
    let bad: [UInt8] =
      switch damage {
      case "cut short": Array(good.prefix(20))
      case "no header": [0, 0, 0, 0, 0, 0, 0] + good.dropFirst(7)
      default: []
      }
    packets[10] = packets[10].with(bad)
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 1)
    #expect(blocks.count == whole.blocks.count)
    #expect(blocks[10] == .silence(2048, format: Self.stereo))
    #expect(largestDifference(blocks[15].samples, whole.blocks[15].samples) < 0.01)
  }

  @Test("bad packets before any sound give no block, so that no wrong format is opened")
  func badFromTheStart() throws {
    let encoded = try aac(sine(700, seconds: 1, format: Self.stereo))
    var packets = encoded.packets
    packets[0] = packets[0].with([0, 1, 2, 3])
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 1)
    #expect(blocks.count == packets.count - 1)
    #expect(blocks.formats == [Self.stereo])
  }

  @Test(
    "5.1 is mixed down to stereo: each speaker on its side", .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [(0, 1.0, 0.0), (1, 0, 1), (2, 0.7071, 0.7071), (4, 0.7071, 0), (5, 0, 0.7071), (3, 0, 0)])
  func surround(speaker: Int, left: Double, right: Double) throws {
    let format = AudioFormat(sampleRate: 48000, channels: 6)
    let encoded = try Encoded(
      sine(80, seconds: 1, format: format, only: speaker), format: format, encoder: "aac", suffix: "aac",
      options: ["-b:a", "320k"])
    let (blocks, badPackets) = try read(encoded.packets)
    #expect(badPackets == 0)
    #expect(blocks.formats == [AudioFormat(sampleRate: 48000, channels: 2)])
    let samples = blocks.samples
    let scale = 0.35355 / (1 + 2.0.squareRoot())
    for (side, share) in [left, right].enumerated() {
      let level = rms(channel(side, of: samples, channels: 2).dropFirst(10_000).prefix(30_000))
      #expect(abs(level - share * scale) < 0.01)
    }
  }

  @Test("MP3 and AAC may follow each other")
  func changeOfCoding() throws {
    let samples = sine(500, seconds: 0.5, format: Self.stereo)
    let mp3 = try Encoded(samples, format: Self.stereo, encoder: "libmp3lame", suffix: "mp3")
    let aac = try aac(samples)
    let (blocks, badPackets) = try read(mp3.packets + aac.packets + mp3.packets)
    #expect(badPackets == 0)
    #expect(blocks.count == 2 * mp3.packets.count + aac.packets.count)
    #expect(blocks.formats == [Self.stereo])
  }
}
