import AudioCore
import Parser
import Reader
import TestSupport
import Testing

@Suite("Announced breaks", .enabled(if: Encoded.isAvailable, "needs ffmpeg"))
struct AnnouncedBreakTests {
  private static let format = AudioFormat(sampleRate: 44100, channels: 2)

  /// Words of 0.6 s, one every 5 s, with almost silent noise between them: 30 s in total.
  private static let words: [Float] = (0..<6).flatMap { _ in
    sine(440, seconds: 0.6, format: format) + noise(seconds: 4.4, format: format).map { $0 / 5000 }
  }

  /// The packets of `first`, then the packets of `second` from a separate parser, as they come from two segments with a
  /// discontinuity between them, or from two connections.
  private static func packets(_ first: [Packet], _ second: [Packet]) throws -> [Packet] {
    var packets: [Packet] = []
    for part in [first, second] {
      var parser = StreamParser(source: "it")
      packets += try (parser.feed(part.flatMap(\.bytes)) + parser.finish()).packets
    }
    return packets
  }

  /// The length in seconds of each run of sound. A run has no silence of 0.1 s or more.
  private static func lengths(of samples: [Float]) -> [Double] {
    let left = channel(0, of: samples, channels: 2)
    var runs: [(start: Int, end: Int)] = []
    for index in left.indices where abs(left[index]) > 0.1 {
      if let last = runs.last, index - last.end < 4410 {
        runs[runs.count - 1].end = index
      } else {
        runs.append((index, index))
      }
    }
    return runs.map { Double($0.end - $0.start) / 44100 }
  }

  @Test(
    "after an announced break, no beginning of a word is cut",
    arguments: [("libmp3lame", "mp3", ["-b:a", "128k"]), ("aac", "aac", ["-b:a", "96k", "-aac_pns", "0"])])
  func words(encoder: String, suffix: String, options: [String]) throws {
    let encoded = try Encoded(Self.words, format: Self.format, encoder: encoder, suffix: suffix, options: options)
      .packets
    // The break is in the second pause, and within the third word.
    for seconds in [7.5, 10.3] {
      let cut = Int(seconds * 44100) / (encoded.first?.frameCount ?? 1)
      let (blocks, badPackets) = try read(Self.packets(Array(encoded[..<cut]), Array(encoded[cut...])))
      #expect(badPackets == 0)
      let lengths = Self.lengths(of: blocks.samples).suffix(3)
      #expect(lengths.count == 3)
      for length in lengths { #expect(length > 0.59 && length < 0.62, "\(length) s of 0.6") }
    }
  }

  @Test("after lost frames, the beginnings of loud words are cut")
  func damage() throws {
    var stream = try Encoded(
      Self.words, format: Self.format, encoder: "libmp3lame", suffix: "mp3",
      options: ["-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]
    ).packets.flatMap(\.bytes)
    stream.removeSubrange(40_000..<40_100)
    let lengths = Self.lengths(of: try Sound(stream).samples).suffix(3)
    #expect(lengths.dropLast().allSatisfy { $0 < 0.58 }, "\(lengths)")
    // Damage is still expected here. The last word's first block is quiet enough to pass, and the cut after it is
    // shorter than 0.1 s, so it does not divide the run.
    #expect(lengths.last.map { $0 > 0.59 } == true, "\(lengths)")
  }
}
