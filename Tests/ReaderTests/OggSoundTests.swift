import AudioCore
import Foundation
import Parser
import Reader
import TestSupport
import Testing

@Suite(
  "Vorbis, Opus and Speex",
  .enabled(
    if: Encoded.isAvailable && ProcessRunner.hasPrograms("oggdec", "opusdec"), "needs ffmpeg, mpg123, oggdec, opusdec"))
struct OggSoundTests {
  /// The encoding, and the maximum difference from the reference decoder's sound, as a part of full scale.
  struct Case: Sendable {
    var encoder: String
    var options: [String] = []
    var rate = 48000
    var channels = 2
    var error: Float
  }

  private static func encoded(_ test: Case) throws -> Encoded {
    let format = AudioFormat(sampleRate: test.rate, channels: test.channels)
    let suffix = test.encoder == "libopus" ? "opus" : "ogg"
    let music = Signal.music.samples(frames: 2 * test.rate, rate: test.rate, channels: test.channels)
    return try Encoded(music, format: format, encoder: test.encoder, suffix: suffix, options: test.options)
  }

  private static func reference(_ encoded: Encoded, _ encoder: String) throws -> [Float] {
    let scratch = try Scratch()
    let path = scratch.path("decoded.wav")
    let (program, arguments) =
      switch encoder {
      case "libopus": ("opusdec", ["--quiet", "--float", "--rate", "48000", encoded.path, path])
      case "libspeex": ("ffmpeg", ["-v", "error", "-c:a", "libspeex", "-i", encoded.path, path])
      default: ("oggdec", ["-Q", "-o", path, encoded.path])
      }
    let result = try ProcessRunner.run(program, arguments)
    guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: "\(program): \(result.errorText)") }
    var parser = StreamParser(source: path)
    return try read((parser.feed(scratch.read("decoded.wav")) + parser.finish()).packets).blocks.samples
  }

  @Test(
    "the sound equals the reference decoder's, from the first sample to the last",
    arguments: [
      // oggdec and ffmpeg's Speex round to 16 bits.
      Case(encoder: "libvorbis", options: ["-q:a", "5"], rate: 44100, error: 0.6 / 32768),
      Case(encoder: "libvorbis", options: ["-q:a", "1"], rate: 22050, channels: 1, error: 0.6 / 32768),
      // libavcodec's own Opus decoder is used where there is only music.
      Case(encoder: "libopus", options: ["-b:a", "96k"], error: 0.005),
      Case(encoder: "libopus", options: ["-b:a", "48k", "-frame_duration", "60"], channels: 1, error: 0.005),
      Case(encoder: "libopus", options: ["-b:a", "12k", "-application", "voip"], channels: 1, error: 1e-6),
      Case(encoder: "libspeex", rate: 16000, channels: 1, error: 0.6 / 32768),
    ])
  func sameAsReference(test: Case) throws {
    let encoded = try Self.encoded(test)
    let (blocks, badPackets) = try read(encoded.packets)
    #expect(badPackets == 0)
    #expect(blocks.formats == [AudioFormat(sampleRate: test.rate, channels: test.channels)])
    #expect(blocks.reduce(0) { $0 + $1.frameCount } == encoded.packets.reduce(0) { $0 + $1.frameCount })
    var reference = try Self.reference(encoded, test.encoder)
    // ffmpeg keeps the lookahead of the Speex decoder at the start, which speexdec cuts.
    if test.encoder == "libspeex" { reference.removeFirst(143) }
    #expect(blocks.samples.count == reference.count)
    #expect(largestDifference(blocks.samples, reference) <= test.error)
    let difference = zip(blocks.samples, reference).map { $0 - $1 }
    #expect(rms(difference) < rms(reference) / 1000)
  }

  @Test(
    "the gain in an Opus header is applied once, by either decoder",
    arguments: [["-b:a", "96k"], ["-b:a", "12k", "-application", "voip"]])
  func gain(options: [String]) throws {
    let packets = try Self.encoded(Case(encoder: "libopus", options: options, channels: 1, error: 0)).packets
    let plain = try read(packets).blocks.samples
    let softer = packets.map { packet in
      var packet = packet
      guard case .headers(var headers) = packet.setup else { return packet }
      headers[0].replaceSubrange(16..<18, with: [0x00, 0xFA])  // −6 dB in 1/256 dB
      packet.setup = .headers(headers)
      return packet
    }
    let samples = try read(softer).blocks.samples
    #expect(samples.count == plain.count)
    #expect(largestDifference(samples, plain.map { $0 * 0.501187 }) < 1e-5)
    #expect(rms(plain) > 0.01)
  }

  @Test("a link of music after one of speech loses no sound, nor does speech after music")
  func links() throws {
    let speech = try Self.encoded(
      Case(encoder: "libopus", options: ["-b:a", "12k", "-application", "voip"], channels: 1, error: 0)
    ).packets
    let music = try Self.encoded(Case(encoder: "libopus", options: ["-b:a", "96k"], error: 0)).packets
    let apart = try (read(speech).blocks + read(music).blocks + read(speech).blocks).flatMap(\.samples)
    #expect(try read(speech + music + speech).blocks.samples == apart)
  }

  @Test("a Speex packet with a frame in every five bits gives no more sound than any packet may")
  func manyFrames() throws {
    var packets = try Self.encoded(Case(encoder: "libspeex", rate: 8000, channels: 1, error: 0)).packets
    packets[3] = packets[3].with(repeatElement(0, count: 2000))
    let blocks = try read(packets).blocks
    #expect(blocks.count == packets.count)
    // libavcodec returns all frames except the first with the next packet.
    #expect((60000...65536).contains(blocks.map(\.frameCount).max() ?? 0))
  }

  /// The packets of one link that begins with music and continues with narrowband speech. libavcodec's decoder holds
  /// back 24 frames of the speech.
  private static func musicThenSpeech() throws -> [Packet] {
    func link(_ options: [String]) throws -> [Packet] {
      try encoded(Case(encoder: "libopus", options: options, channels: 1, error: 0)).packets
    }
    let music = try link(["-b:a", "64k"])
    let speech = try link(["-b:a", "6k", "-application", "voip"])
    return music.prefix(25)
      + speech.dropFirst(25).prefix(25).map { packet in
        var packet = packet
        packet.setup = music.first?.setup
        return packet
      }
  }

  @Test("sound that a decoder held back is not put before a link with another rate")
  func heldAtAnotherRate() throws {
    let opus = try Self.musicThenSpeech()
    let flac = try Self.encoded(Case(encoder: "flac", rate: 44100, channels: 1, error: 0)).packets
    let blocks = try read(opus + flac).blocks
    #expect(blocks.filter { $0.format.sampleRate == 44100 }.samples == (try read(flac).blocks.samples))
    // It is put before a link with the same rate.
    let vorbis = try Self.encoded(Case(encoder: "libvorbis", channels: 1, error: 0)).packets
    #expect(try read(opus + vorbis).blocks.samples == (read(opus).blocks + read(vorbis).blocks).samples)
  }
}
