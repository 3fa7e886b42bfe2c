import AudioCore
import Foundation
import Parser
import Reader
import Synchronization
import TestSupport
import Testing

@Suite("Damage in MP4, which has no checksums", .enabled(if: Encoded.isAvailable, "needs ffmpeg and mpg123"))
struct MP4DamageTests {
  private static let format = AudioFormat(sampleRate: 48000, channels: 2)
  private static let seconds = 24
  /// The frames of one Opus packet. Levels are compared in units of this length.
  private static let window = 960

  /// A quiet programme in fragments of 3 s, whose samples are found from their fragment's start, or with
  /// `fromFileStart` by places in the file.
  private static func encoded(_ encoder: String, _ options: [String], fromFileStart: Bool = false) throws -> [UInt8] {
    let flags = "frag_keyframe+empty_moov" + (fromFileStart ? "" : "+default_base_moof")
    let quiet = Signal.music.samples(frames: seconds * 48000, rate: 48000, channels: 2).map { $0 * 0.02 }
    let file = try Encoded(
      quiet, format: format, encoder: encoder, suffix: "mp4",
      options: options + [
        "-movflags", flags, "-frag_duration", "3000000",
      ])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
  }
  private static let opus = Result { try encoded("libopus", ["-b:a", "96k"]) }
  private static let placed = Result { try encoded("libopus", ["-b:a", "96k"], fromFileStart: true) }
  private static let flac = Result { try encoded("flac", ["-strict", "-2", "-sample_fmt", "s16"]) }

  private func sound(_ stream: [UInt8]) throws -> [Float] {
    var parser = StreamParser(source: "damaged")
    var packets: [Packet] = []
    for start in stride(from: 0, to: stream.count, by: 1400) {
      packets += try parser.feed(stream[start..<min(start + 1400, stream.count)]).packets
    }
    packets += try parser.finish().packets
    return try read(packets).blocks.samples
  }

  private func loudest(_ samples: [Float]) -> Double {
    let size = 2 * Self.window
    return stride(from: 0, to: samples.count - size + 1, by: size).map { rms(samples[$0..<($0 + size)]) }.max() ?? 0
  }

  /// A kind of damage to the stream, at places in its media data.
  struct Fault: Sendable, CustomTestStringConvertible {
    var kind: Harm.Kind
    var rate: Double
    var seed: UInt64
    var testDescription: String { "\(kind) at \(rate), seed \(seed)" }
  }

  static let faults =
    (1...8).map { Fault(kind: .drop(400), rate: 1.5e-5, seed: $0 * 7919) }
    + (1...4).map { Fault(kind: .drop(3), rate: 1.5e-5, seed: $0 * 104_729) }
    + (1...4).map { Fault(kind: .insert(300), rate: 1.5e-5, seed: $0 * 1_299_709) }

  private func expectNoNoise(_ stream: [UInt8], _ fault: Fault) throws {
    let whole = try sound(stream)
    // The index at the start stays undamaged: without it there is no sound.
    let start = 4096
    let (damaged, places) = Harm(kind: fault.kind, rate: fault.rate, seed: fault.seed).done(to: Array(stream[start...]))
    #expect(!places.isEmpty)
    let heard = try sound(stream[..<start] + damaged)
    let louder = loudest(heard) / loudest(whole)
    #expect(louder < 2, "\(louder) times as loud, \(places.count) faults")
    // A fault costs the rest of its fragment (3 s) and, when it hits the next index, the next fragment.
    let missing = Double(whole.count - heard.count) / 2 / 48000
    #expect(missing <= 6.2 * Double(places.count), "\(missing) s missing, \(places.count) faults")
  }

  @Test("lost or inserted bytes in Opus cause silence or missing sound, never noise", arguments: faults)
  func opus(fault: Fault) throws {
    try expectNoNoise(try Self.opus.get(), fault)
    try expectNoNoise(try Self.placed.get(), fault)
  }

  @Test("lost or inserted bytes in FLAC, which is some eight times as long, never cause noise", arguments: faults)
  func flac(fault: Fault) throws {
    var fault = fault
    fault.rate /= 4
    try expectNoNoise(try Self.flac.get(), fault)
  }

  @Test("a flipped bit in FLAC costs its frame, whose checksum shows it, and causes no noise")
  func flippedFLAC() throws {
    let stream = try Self.flac.get()
    let damaged = Harm(kind: .flip, rate: 1e-6, seed: 3).done(to: Array(stream[4096...])).stream
    let (whole, heard) = (try sound(stream), try sound(stream[..<4096] + damaged))
    #expect(loudest(heard) < 2 * loudest(whole), "\(loudest(heard) / loudest(whole))")
  }
}
