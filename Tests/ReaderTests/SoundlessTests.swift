import AudioCore
import Foundation
import Parser
import Reader
import TestSupport
import Testing

@Suite(
  "Packets that give no sound",
  .enabled(if: Encoded.isAvailable && ProcessRunner.hasPrograms("flac"), "needs ffmpeg, mpg123, flac"))
struct SoundlessTests {
  private static let stereo = AudioFormat(sampleRate: 44100, channels: 2)

  private func flac(_ samples: [Float], bits: Int = 16) throws -> Encoded {
    try Encoded(
      samples, format: Self.stereo, encoder: "flac", suffix: "flac",
      options: ["-sample_fmt", bits == 16 ? "s16" : "s32"])
  }

  /// `packets` with bytes that no decoder accepts.
  private func undecodable(_ packets: some Sequence<Packet>) -> [Packet] { packets.map { $0.with([1, 2, 3]) } }

  /// The duration of the packets that a reader takes until it throws, and the error; nil when it does not throw.
  private func rejection(of packets: [Packet]) -> (after: Duration, error: TuneError)? {
    let reader = PacketReader()
    var taken: Duration = .zero
    for packet in packets {
      taken += packet.duration
      do throws(TuneError) { _ = try reader.read(packet) } catch { return (taken, error) }
    }
    return nil
  }

  /// True for an error of the stream's format, as opposed to one of the network or a file.
  private func isOfFormat(_ error: TuneError) -> Bool { if case .format = error { true } else { false } }

  @Test("one second of FLAC packets that cannot be decoded is an error of the format that names the codec")
  func never() throws {
    let found = rejection(of: undecodable(try flac(noise(seconds: 3, format: Self.stereo)).packets))
    let failure = try #require(found, "no error")
    #expect(failure.after >= .seconds(1) && failure.after < .seconds(1.2), "\(failure.after)")
    #expect(isOfFormat(failure.error), "\(failure.error)")
    #expect("\(failure.error)".contains("FLAC"), "\(failure.error)")
  }

  @Test("one second of AAC frames that are cut off after their first element's name is an error of the format")
  func cutFrames() throws {
    let encoded = try Encoded(
      noise(seconds: 3, format: Self.stereo), format: Self.stereo, encoder: "aac", suffix: "aac")
    let cut = encoded.packets.map { packet in
      packet.with(ADTS.header(packet.bytes, length: ADTS.headerSize + 2) + [0x21, 0x00])
    }
    let found = rejection(of: cut)
    let failure = try #require(found, "no error")
    #expect(failure.after >= .seconds(1) && failure.after < .seconds(1.2), "\(failure.after)")
    #expect(isOfFormat(failure.error), "\(failure.error)")
  }

  @Test("packets that cannot be decoded are an error also after sound, when there is no break before them")
  func afterSound() throws {
    let good = try flac(noise(seconds: 2, format: Self.stereo)).packets
    let bad = undecodable(good).map { packet in
      var packet = packet
      packet.isDiscontinuity = false
      return packet
    }
    let found = rejection(of: good + bad)
    let failure = try #require(found, "no error")
    #expect(failure.after >= .seconds(3) && failure.after < .seconds(3.2), "\(failure.after)")
  }

  @Test("damaged packets among good ones, and packets after breaks of the parser, are silence")
  func damage() throws {
    let good = try flac(noise(seconds: 0.9, format: Self.stereo)).packets
    let bad = undecodable(good.dropFirst())
    let mixed = [bad, good, bad, good, bad, good].flatMap { $0 }
    #expect(rejection(of: mixed) == nil)
    let lost = bad + bad
    #expect(rejection(of: good + lost.map(\.afterBreak) + good) == nil)
    let frames = try read(mixed).blocks.reduce(0) { $0 + $1.frameCount }
    #expect(frames == mixed.reduce(0) { $0 + $1.frameCount })
  }

  @Test("silence that the decoder delivers counts as sound", arguments: ["flac", "libmp3lame", "aac", "libopus"])
  func silence(encoder: String) throws {
    let suffixes = ["flac": "flac", "libmp3lame": "mp3", "aac": "aac", "libopus": "opus"]
    let format = AudioFormat(sampleRate: 48000, channels: 2)
    let encoded = try Encoded(
      [Float](repeating: 0, count: 6 * 48000), format: format, encoder: encoder, suffix: suffixes[encoder] ?? "")
    #expect(rejection(of: encoded.packets) == nil)
    #expect(try read(encoded.packets).badPackets == 0)
  }

  @Test("a change of bit depth in mid-stream, which only the frames show, keeps the sound", arguments: [16, 24])
  func depthChange(first: Int) throws {
    let parts = try [first, 40 - first].map { try flac(noise(seconds: 1.5, format: Self.stereo), bits: $0).packets }
    let expected = try parts.map { try read($0).blocks.samples }
    var joined = parts[0]
    for packet in parts[1] {
      var packet = packet
      packet.setup = parts[0][0].setup
      packet.isDiscontinuity = false
      joined.append(packet)
    }
    let (blocks, badPackets) = try read(joined)
    #expect(badPackets == 0)
    let isExact = blocks.samples == expected.flatMap { $0 }
    #expect(isExact)
  }

  @Test("FLAC of 32 bits is decoded bit by bit, or refused with an error that names the 32 bits")
  func thirtyTwoBits() throws {
    let samples = noise(seconds: 3, format: Self.stereo)
    let folder = try Scratch()
    let integers = samples.map { Int32($0 * 0x7FFF_FF00) }
    try folder.write(integers.withUnsafeBytes { Array($0) }, as: "a.raw")
    let arguments = [
      "-s", "--force-raw-format", "--endian=little", "--sign=signed", "--bps=32", "--channels=2",
      "--sample-rate=44100", "-o", folder.path("a.flac"), folder.path("a.raw"),
    ]
    let made = try ProcessRunner.run("flac", arguments)
    try #require(made.exitCode == 0, "\(made.errorText)")
    var parser = StreamParser(source: "a.flac")
    let packets = try (parser.feed(folder.read("a.flac")) + parser.finish()).packets
    if let failure = rejection(of: packets) {
      #expect(failure.after < .seconds(1.2))
      #expect("\(failure.error)".contains("32 bits"), "\(failure.error)")
      #expect(isOfFormat(failure.error), "\(failure.error)")
    } else {
      let blocks = try read(packets).blocks
      let isExact = blocks.samples == integers.map { Float($0) / 0x8000_0000 }
      #expect(isExact)
    }
  }
}
