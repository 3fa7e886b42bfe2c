import AudioCore
import Muxing
import NIOCore
import TestSupport
import Testing

@Suite("The WAV stream for listeners", .enabled(if: ProcessRunner.hasPrograms("ffmpeg")))
struct WAVEWriterTests {
  /// ffmpeg's name for a raw sample format, its coding and the number of channels.
  static let codings: [(name: String, coding: SampleCoding, channels: Int)] = [
    ("s16le", SampleCoding(kind: .signed, bytes: 2, isBigEndian: false), 2),
    ("s16be", SampleCoding(kind: .signed, bytes: 2, isBigEndian: true), 1),
    ("s24be", SampleCoding(kind: .signed, bytes: 3, isBigEndian: true), 2),
    ("s32le", SampleCoding(kind: .signed, bytes: 4, isBigEndian: false), 6),
    ("s8", SampleCoding(kind: .signed, bytes: 1, isBigEndian: true), 2),
    ("u8", SampleCoding(kind: .unsigned, bytes: 1, isBigEndian: false), 1),
    ("f32be", SampleCoding(kind: .float, bytes: 4, isBigEndian: true), 2),
    ("f64le", SampleCoding(kind: .float, bytes: 8, isBigEndian: false, channelMask: 3), 2),
    ("alaw", SampleCoding(kind: .aLaw, bytes: 1, isBigEndian: false), 2),
    ("mulaw", SampleCoding(kind: .muLaw, bytes: 1, isBigEndian: true), 1),
  ]

  private func packet(_ bytes: ArraySlice<UInt8>, _ coding: SampleCoding, channels: Int, rate: Int = 44100) -> Packet {
    Packet(
      codec: .pcm, bytes: Array(bytes), headerFormat: AudioFormat(sampleRate: rate, channels: channels),
      frameCount: bytes.count / coding.bytes / max(1, channels), bitRate: 1, isDiscontinuity: false,
      setup: .samples(coding))
  }

  @Test("players get the samples unchanged, whatever their coding is", arguments: codings.indices)
  func samples(index: Int) throws {
    let (name, coding, channels) = Self.codings[index]
    let scratch = try Scratch()
    let music = try SignalSource.shared.path(.init(.music, seconds: 0.5), as: .wav)
    func convert(_ options: String...) throws -> [UInt8] {
      let result = try ProcessRunner.run("ffmpeg", ["-v", "error"] + options + ["-f", "f32le", "-"])
      try #require(result.exitCode == 0, "\(result.errorText)")
      return result.output
    }
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-i", music, "-ac", "\(channels)", "-f", name, scratch.path("raw")])
    try #require(made.exitCode == 0, "\(made.errorText)")
    let raw = scratch.read("raw")
    var writer = WAVEWriter()
    var output = ByteBuffer()
    let frames = 1000 * coding.bytes * channels
    for start in stride(from: 0, to: raw.count, by: frames) {
      #expect(
        writer.append(packet(raw[start..<min(start + frames, raw.count)], coding, channels: channels), to: &output))
    }
    let stream = try scratch.write(Array(output.readableBytesView), as: "stream.wav")
    let wanted = try convert("-f", name, "-ar", "44100", "-ac", "\(channels)", "-i", scratch.path("raw"))
    let heard = try convert("-i", stream)
    #expect(heard == wanted && heard.count > 40_000)
  }

  @Test(
    "the stream names the speaker layout for players",
    arguments: [(0x3F, 6, "5.1"), (0x60F, 6, "5.1(side)"), (0x33, 4, "quad"), (0x107, 4, "4.0"), (0xB, 3, "2.1")])
  func speakers(mask: UInt64, channels: Int, layout: String) throws {
    let scratch = try Scratch()
    let coding = SampleCoding(kind: .signed, bytes: 2, isBigEndian: false, channelMask: mask)
    var writer = WAVEWriter()
    var output = ByteBuffer()
    #expect(writer.append(packet([UInt8](repeating: 0, count: 24_000)[...], coding, channels: channels), to: &output))
    let path = try scratch.write(Array(output.readableBytesView), as: "stream.wav")
    let reported = try ProcessRunner.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=channel_layout", "-of", "csv=p=0", path])
    #expect(reported.text.split(separator: "\n").first.map(String.init) == layout)
  }

  @Test("a packet whose format differs from the first one is refused")
  func changes() {
    let coding = SampleCoding(kind: .signed, bytes: 2, isBigEndian: false)
    var writer = WAVEWriter()
    var output = ByteBuffer()
    #expect(writer.append(packet([0, 0, 0, 0], coding, channels: 2), to: &output))
    let length = output.readableBytes
    var other = coding
    other.isBigEndian = true
    #expect(!writer.append(packet([0, 0, 0, 0], coding, channels: 1), to: &output))
    #expect(!writer.append(packet([0, 0, 0, 0], coding, channels: 2, rate: 48000), to: &output))
    #expect(!writer.append(packet([0, 0, 0, 0], other, channels: 2), to: &output))
    #expect(output.readableBytes == length)
    #expect(writer.append(packet([1, 0, 1, 0], coding, channels: 2), to: &output))
    #expect(output.readableBytes == length + 4)
  }

  @Test("the writer refuses sample formats that WAV does not have")
  func others() {
    for (kind, bytes) in [(SampleCoding.Kind.signed, 8), (.unsigned, 2), (.float, 2), (.aLaw, 2)] {
      #expect(!WAVEWriter.takes(packet([], SampleCoding(kind: kind, bytes: bytes, isBigEndian: false), channels: 2)))
    }
    #expect(!WAVEWriter.takes(packet([], SampleCoding(kind: .signed, bytes: 2, isBigEndian: false), channels: 0)))
  }
}
