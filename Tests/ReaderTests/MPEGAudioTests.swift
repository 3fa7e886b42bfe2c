import AudioCore
import Reader
import Testing

@Suite(.enabled(if: Encoded.isAvailable, "needs ffmpeg and mpg123"))
struct MPEGAudioTests {
  private static let stereo = AudioFormat(sampleRate: 44100, channels: 2)

  private func mp3(_ samples: [Float], format: AudioFormat = stereo, bitRate: String = "128k") throws -> Encoded {
    // The bit reservoir and joint stereo are on, as in most streams.
    try Encoded(samples, format: format, encoder: "libmp3lame", suffix: "mp3", options: ["-b:a", bitRate])
  }

  @Test(
    "every sample of every frame is decoded, and equals that of mpg123",
    arguments: [
      ("libmp3lame", "mp3", 44100, 2), ("libmp3lame", "mp3", 48000, 1), ("libmp3lame", "mp3", 22050, 2),
      ("libmp3lame", "mp3", 8000, 1), ("mp2", "mp2", 48000, 2), ("mp2", "mp2", 24000, 1),
    ])
  func sameAsMPG123(encoder: String, suffix: String, rate: Int, channels: Int) throws {
    let format = AudioFormat(sampleRate: rate, channels: channels)
    let encoded = try Encoded(noise(seconds: 2, format: format), format: format, encoder: encoder, suffix: suffix)
    let (blocks, badPackets) = try read(encoded.packets)
    let reference = try encoded.decodedByMPG123()
    let samples = blocks.samples
    #expect(blocks.formats == [format])
    #expect(samples.count == reference.count && samples.count == encoded.packets.count * blocks[0].samples.count)
    #expect(largestDifference(samples, reference) == 0)
    #expect(badPackets == 0)
  }

  @Test("a stream joined in the middle begins with silence, not noise, and is exact after four frames")
  func join() throws {
    let encoded = try mp3(noise(seconds: 3, format: Self.stereo))
    let whole = try read(encoded.packets).blocks
    let joined = Array(encoded.packets.dropFirst(40))
    try #require(joined[0].bytes[4] != 0, "the first frame leans on earlier ones")
    let late = try read([joined[0].afterBreak] + joined.dropFirst())
    #expect(late.badPackets == 0)
    #expect(late.blocks.count == joined.count)
    #expect(late.blocks[0].samples.allSatisfy { $0 == 0 } && late.blocks[0].frameCount == 1152)
    #expect(late.blocks[1...4].allSatisfy { rms($0.samples) < 1.2 * rms(whole[20].samples) })
    let settled = late.blocks.dropFirst(4).flatMap(\.samples)
    #expect(largestDifference(settled, whole.dropFirst(44).flatMap(\.samples)) == 0)
  }

  @Test("after a break, no earlier sound is heard")
  func discontinuity() throws {
    let encoded = try mp3(noise(seconds: 3, format: Self.stereo))
    let tail = [encoded.packets[60].afterBreak] + encoded.packets[61..<90]
    let alone = try read(tail).blocks
    let afterOthers = try read(encoded.packets[..<30] + tail).blocks
    #expect(afterOthers.count == 60)
    #expect(afterOthers[30...].elementsEqual(alone))
    #expect(alone[0].samples.allSatisfy { $0 == 0 })
  }

  @Test(
    "a bad packet costs its own sound and that of frames that depend on it, not the stream",
    arguments: ["cut short", "no header", "too long", "empty"])
  func badPacket(damage: String) throws {
    let encoded = try mp3(noise(seconds: 3, format: Self.stereo))
    var packets = encoded.packets
    let good = packets[30].bytes
    let bad: [UInt8] =
      switch damage {
      case "cut short": Array(good.prefix(good.count / 2))
      case "no header": [0, 0, 0, 0] + good.dropFirst(4)
      case "too long": good + [UInt8](repeating: 0x55, count: 300)
      default: []
      }
    packets[30] = packets[30].with(bad)
    let whole = try read(encoded.packets).blocks
    let (blocks, badPackets) = try read(packets)
    #expect(badPackets == 1)
    #expect(blocks.count == whole.count)
    #expect(blocks[30] == .silence(1152, format: Self.stereo))
    #expect(blocks[..<30].elementsEqual(whole[..<30]))
    #expect(blocks[31...35].allSatisfy { rms($0.samples) < 1.2 * rms(whole[20].samples) })
    // The frames before depend on the bad one through the bit reservoir and the overlap.
    #expect(largestDifference(blocks.dropFirst(35).flatMap(\.samples), whole.dropFirst(35).flatMap(\.samples)) == 0)
  }

  @Test("a change of format gives blocks of the new format, at the right pitch")
  func formatChange() throws {
    let formats = [
      Self.stereo, AudioFormat(sampleRate: 22050, channels: 1), AudioFormat(sampleRate: 48000, channels: 2),
      AudioFormat(sampleRate: 48000, channels: 1),
    ]
    let packets = try formats.flatMap { try mp3(sine(1000, seconds: 1, format: $0), format: $0).packets }
    // With and without a break mark where the stream changes.
    let unmarked = packets.enumerated().map { number, packet in
      var packet = packet
      packet.isDiscontinuity = number == 0
      return packet
    }
    for packets in [packets, unmarked] {
      let (blocks, badPackets) = try read(packets)
      #expect(badPackets == 0)
      #expect(blocks.formats == formats)
      for format in formats {
        let samples = blocks.filter { $0.format == format }.flatMap(\.samples)
        let left = channel(0, of: samples, channels: format.channels)
        let middle = left.dropFirst(left.count / 4).prefix(left.count / 2)
        #expect(abs(frequency(of: Array(middle), sampleRate: format.sampleRate) - 1000) < 1)
      }
    }
  }

  @Test("after finish, a reader decodes a stream from its beginning again")
  func again() throws {
    let encoded = try mp3(sine(440, seconds: 1, format: Self.stereo))
    let reader = PacketReader()
    var runs: [[PCMBlock]] = []
    for _ in 0..<2 {
      runs.append(try encoded.packets.compactMap { try reader.read($0) })
      #expect(reader.finish() == nil)
    }
    #expect(runs[0] == runs[1])
  }

  @Test("bytes that only look like frames give a block for each packet, and no crash", arguments: 0..<20)
  func randomBytes(seed: Int) throws {
    var state = UInt64(seed)
    let packets = (0..<50).map { number in
      let body = (0..<413).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      return Packet(
        codec: .mp3, bytes: [0xFF, 0xFB, 0x90, 0x00] + body, headerFormat: Self.stereo, frameCount: 1152,
        bitRate: 128_000, isDiscontinuity: number == 0)
    }
    let blocks = try read(packets).blocks
    #expect(blocks.count == 50)
    #expect(blocks.allSatisfy { $0.frameCount == 1152 && $0.format == Self.stereo })
  }
}
