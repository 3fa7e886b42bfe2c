import AudioCore
import Parser
import Testing

@Suite("AIFF files")
struct AIFFTests {
  static func big(_ value: Int, _ bytes: Int) -> [UInt8] { WAVTests.little(value, bytes).reversed() }

  static func chunk(_ name: String, _ body: [UInt8], announcing size: Int? = nil) -> [UInt8] {
    Array(name.utf8) + big(size ?? body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  /// A COMM chunk; the rate is 44.1 kHz, as an 80-bit number, unless `rate` gives other bytes.
  static func format(
    bits: Int = 16, compression: String? = nil, rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
  ) -> [UInt8] {
    let plain = big(2, 2) + big(10_000, 4) + big(bits, 2) + rate
    return chunk("COMM", plain + (compression.map { Array($0.utf8) + [3] + Array("abc".utf8) } ?? []))
  }

  static func file(
    _ format: [UInt8], data: [UInt8], kind: String = "AIFF", before: [UInt8] = [], offset: Int = 0,
    announcing size: Int? = nil
  ) -> [UInt8] {
    let padding = [UInt8](repeating: 0xEE, count: offset)
    let sound = chunk("SSND", big(offset, 4) + big(0, 4) + padding + data, announcing: size)
    return chunk("FORM", Array(kind.utf8) + before + format + sound)
  }

  private static let samples = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  @Test("all samples come out, without the bytes around them")
  func samples() {
    let name = Self.chunk("NAME", [UInt8](repeating: 65, count: 20_001))
    for (what, file) in [
      ("plain", Self.file(Self.format(), data: Self.samples)),
      ("between other chunks", Self.file(Self.format(), data: Self.samples, before: name + name) + name),
      ("behind an offset", Self.file(Self.format(), data: Self.samples, offset: 1000)),
      ("from ffmpeg's pipe", Self.file(Self.format(), data: Self.samples, announcing: 0)),
      ("from sox' pipe", Self.file(Self.format(), data: Self.samples, announcing: 0x7F00_0008)),
      ("cut short", Self.file(Self.format(), data: Self.samples, announcing: 90_000)),
    ] {
      let parsing = Parsing(file)
      #expect(parsing.error == nil, "\(what)")
      #expect(parsing.bytes.flatMap { $0 } == Self.samples, "\(what)")
      #expect(parsing.packets.first?.headerFormat == AudioFormat(sampleRate: 44100, channels: 2), "\(what)")
    }
  }

  @Test(
    "the compression type and the sample size give the coding of the samples",
    arguments: [
      (nil, 16, .signed, 2, true), (nil, 8, .signed, 1, true), (nil, 20, .signed, 3, true),
      ("NONE", 32, .signed, 4, true),
      ("twos", 24, .signed, 3, true), ("sowt", 16, .signed, 2, false), ("raw ", 8, .unsigned, 1, true),
      ("in24", 24, .signed, 3, true), ("in32", 32, .signed, 4, true), ("fl32", 32, .float, 4, true),
      ("FL32", 32, .float, 4, true), ("fl64", 64, .float, 8, true), ("alaw", 16, .aLaw, 1, true),
      ("ulaw", 8, .muLaw, 1, true),
    ] as [(String?, Int, SampleCoding.Kind, Int, Bool)])
  func codings(compression: String?, bits: Int, kind: SampleCoding.Kind, bytes: Int, isBigEndian: Bool) {
    let format = Self.format(bits: bits, compression: compression)
    let packets = Parsing(Self.file(format, data: Self.samples, kind: compression == nil ? "AIFF" : "AIFC")).packets
    let coding = SampleCoding(kind: kind, bytes: bytes, isBigEndian: isBigEndian)
    #expect(!packets.isEmpty && packets.allSatisfy { $0.codec == .pcm && $0.setup == .samples(coding) })
    #expect(packets.reduce(0) { $0 + $1.frameCount } == 20_000 / bytes)
  }

  @Test(
    "the sample rate is read from an 80-bit number",
    arguments: [
      ([0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0], 8000), ([0x40, 0x0F, 0xBB, 0x80, 0, 0, 0, 0, 0, 0], 96000),
      ([0x40, 0x0D, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], 22050),
    ] as [([UInt8], Int)])
  func rates(bytes: [UInt8], rate: Int) {
    let packets = Parsing(Self.file(Self.format(rate: bytes), data: Self.samples)).packets
    #expect(packets.first?.headerFormat.sampleRate == rate)
  }

  @Test(
    "the error names what cannot be played",
    arguments: [
      (format(compression: "ima4"), "an AIFF file of compression ima4"),
      (format(compression: "\u{1B}[2J"), "an AIFF file of samples that no file has"),
      (format(bits: 0), "an AIFF file of samples that no file has"),
      (format(rate: [0x7F, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0]), "an AIFF file of samples that no file has"),
      ([], "an AIFF file whose sound comes before its format"),
    ])
  func other(format: [UInt8], kind: String) {
    #expect(Parsing(Self.file(format, data: Self.samples)).error == .unsupported(source: "sample", kind: kind))
  }

  @Test("a file that ends before its samples is reported as broken")
  func broken() {
    let file = Self.file(Self.format(), data: Self.samples)
    for length in [12, 20, 40, 50] {
      let broken = TuneError.unsupported(source: "sample", kind: "a broken AIFF file")
      #expect(Parsing(Array(file.prefix(length))).error == broken, "\(length)")
    }
  }
}
