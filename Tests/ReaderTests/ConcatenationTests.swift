import AudioCore
import Foundation
import Parser
import Reader
import TestSupport
import Testing

@Suite(.enabled(if: Encoded.isAvailable, "needs ffmpeg and mpg123"))
struct ConcatenationTests {
  /// A part of a stream: a tone with its own frequency, format and codec.
  struct Part: Sendable {
    var codec: Codec
    var format: AudioFormat
    var tone: Double

    func bytes() throws -> [UInt8] {
      let encoded = try Encoded(
        sine(tone, seconds: 1, format: format), format: format, encoder: codec == .aac ? "aac" : "libmp3lame",
        suffix: codec == .aac ? "aac" : "mp3", options: ["-b:a", "96k"])
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: encoded.path)))
    }
  }

  private static let parts = [
    Part(codec: .mp3, format: AudioFormat(sampleRate: 44100, channels: 2), tone: 500),
    Part(codec: .mp3, format: AudioFormat(sampleRate: 48000, channels: 2), tone: 700),
    Part(codec: .mp3, format: AudioFormat(sampleRate: 48000, channels: 1), tone: 900),
    Part(codec: .aac, format: AudioFormat(sampleRate: 44100, channels: 2), tone: 1100),
    Part(codec: .aac, format: AudioFormat(sampleRate: 48000, channels: 1), tone: 1300),
    Part(codec: .mp3, format: AudioFormat(sampleRate: 22050, channels: 1), tone: 600),
    Part(codec: .mp3, format: AudioFormat(sampleRate: 44100, channels: 2), tone: 800),
  ]

  private static let stream = Result { try parts.flatMap { try $0.bytes() } }

  @Test(
    "where rate, channels or codec change in mid-stream, the first block has the new format, and the pitch is right",
    arguments: [1 << 20, 1400, 97])
  func changes(piece: Int) throws {
    let stream = try Self.stream.get()
    var parser = StreamParser(source: "stream")
    let reader = PacketReader()
    var heard: [(codec: Codec, format: AudioFormat, samples: [Float])] = []
    func read(_ packets: [Packet]) throws {
      for packet in packets {
        guard let block = try reader.read(packet) else { continue }
        #expect(block.format == packet.headerFormat)
        if let last = heard.last, last.codec == packet.codec, last.format == block.format {
          heard[heard.count - 1].samples += block.samples
        } else {
          heard.append((packet.codec, block.format, block.samples))
        }
      }
    }
    for start in stride(from: 0, to: stream.count, by: piece) {
      try read(parser.feed(stream[start..<min(start + piece, stream.count)]).packets)
    }
    try read(parser.finish().packets)
    #expect(reader.badPackets == 0)
    #expect(heard.map(\.codec) == Self.parts.map(\.codec))
    try #require(heard.map(\.format) == Self.parts.map(\.format))
    for (sound, part) in zip(heard, Self.parts) {
      let left = channel(0, of: sound.samples, channels: part.format.channels)
      try #require((0.98...1.2).contains(Double(left.count) / Double(part.format.sampleRate)))
      // From 0.1 s on until 0.2 s before the end, without the encoder's delay and padding.
      let edge = part.format.sampleRate / 10
      #expect(
        abs(frequency(of: Array(left[edge..<(left.count - 2 * edge)]), sampleRate: part.format.sampleRate) - part.tone)
          < 2)
    }
  }
}
