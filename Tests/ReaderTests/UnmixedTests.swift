import AudioCore
import Reader
import TestSupport
import Testing

@Suite("Sound of more than two channels that is not mixed down")
struct UnmixedTests {
  /// The speakers of 5.1: front left, right, centre, LFE, back left, right.
  private static let surround: UInt64 = 0x3F
  /// The same with side speakers for the back ones.
  private static let sides: UInt64 = 0x60F

  @Test(
    "each channel of a file stays in its place, with its speaker", .enabled(if: Encoded.isAvailable),
    arguments: [
      ("pcm_s16le", "wav", []), ("pcm_f32le", "wav", []), ("flac", "flac", []),
      ("libvorbis", "ogg", ["-q:a", "6"]), ("libopus", "opus", ["-b:a", "384k", "-mapping_family", "1"]),
      ("aac", "aac", ["-b:a", "384k"]), ("aac", "m4a", ["-b:a", "384k", "-movflags", "+faststart"]),
    ] as [(String, String, [String])])
  func places(encoder: String, suffix: String, options: [String]) throws {
    let format = AudioFormat(sampleRate: 48000, channels: 6)
    for loud in [0, 2, 5] {
      let encoded = try Encoded(
        sine(500, seconds: 0.5, format: format, only: loud), format: format, encoder: encoder, suffix: suffix,
        options: ["-af", "channelmap=0|1|2|3|4|5:5.1"] + options)
      let blocks = try read(encoded.packets, mixesDown: false).blocks
      let found = try #require(blocks.formats.first)
      #expect(blocks.formats.count == 1 && found.channels == 6 && found.sampleRate == 48000)
      #expect(found.channelMask == Self.surround || found.channelMask == Self.sides)
      #expect(blocks.allSatisfy { $0.sourceChannels == 6 })
      let levels = (0..<6).map { rms(channel($0, of: blocks.samples, channels: 6)) }
      #expect(levels[loud] > 0.2, "\(levels)")
      for other in 0..<6 where other != loud { #expect(levels[other] < levels[loud] / 20, "\(levels)") }
    }
  }

  @Test("raw samples have all their channels, and no speakers", arguments: [3, 8, 64])
  func raw(channels: Int) throws {
    let bytes = (0..<(2 * channels)).map { UInt8($0) }
    let packet = Packet(
      codec: .pcm, bytes: bytes, headerFormat: AudioFormat(sampleRate: 8000, channels: channels), frameCount: 2,
      bitRate: 0, isDiscontinuity: true,
      setup: .samples(SampleCoding(kind: .unsigned, bytes: 1, isBigEndian: false)))
    let unmixed = try read([packet], mixesDown: false).blocks
    #expect(unmixed.formats == [AudioFormat(sampleRate: 8000, channels: channels)])
    #expect(unmixed.samples == bytes.map { (Float($0) - 128) / 128 })
    let mixed = try read([packet]).blocks
    #expect(mixed.formats == [AudioFormat(sampleRate: 8000, channels: 2)])
    #expect(mixed.map(\.sourceChannels) == [channels])
  }

  @Test("one and two channels have no speakers, and a mask needs one bit for each channel")
  func masks() {
    #expect(AudioFormat(sampleRate: 8000, channels: 2, channelMask: 3).channelMask == 0)
    #expect(AudioFormat(sampleRate: 8000, channels: 1, channelMask: 4).channelMask == 0)
    #expect(AudioFormat(sampleRate: 8000, channels: 6, channelMask: 0x3F).channelMask == 0x3F)
    #expect(AudioFormat(sampleRate: 8000, channels: 6, channelMask: 0x1F).channelMask == 0)
  }

  @Test("silence for a packet that cannot be decoded has all channels", .enabled(if: Encoded.isAvailable))
  func silence() throws {
    let format = AudioFormat(sampleRate: 48000, channels: 6)
    let sound = noise(seconds: 1, format: format)
    var packets = try Encoded(sound, format: format, encoder: "flac", suffix: "flac").packets
    let first = try read(packets, mixesDown: false).blocks[0]
    packets[3] = packets[3].with(packets[3].bytes.prefix(20))
    let (blocks, badPackets) = try read(packets, mixesDown: false)
    #expect(badPackets == 1)
    #expect(blocks.formats == [first.format])
    #expect(blocks[3].samples.allSatisfy { $0 == 0 } && blocks[3].frameCount == first.frameCount)
  }
}
