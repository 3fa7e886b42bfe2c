import AudioCore
import Parser
import Testing

@Suite("WAV files")
struct WAVTests {
  static func chunk(_ name: String, _ body: [UInt8], announcing size: Int? = nil) -> [UInt8] {
    Array(name.utf8) + little(size ?? body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A format chunk; with a `mask` it has the extensible form.
  static func format(tag: Int, channels: Int = 2, rate: Int = 44100, bits: Int = 16, mask: Int? = nil) -> [UInt8] {
    let bytes = (bits + 7) / 8
    let plain = { (tag: Int) in
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * bytes, 4)
        + little(channels * bytes, 2) + little(bits, 2)
    }
    guard let mask else { return chunk("fmt ", plain(tag)) }
    let rest: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    return chunk("fmt ", plain(0xFFFE) + little(22, 2) + little(bits, 2) + little(mask, 4) + little(tag, 2) + rest)
  }

  static func file(formatTag: Int, data: [UInt8], before: [UInt8] = [], announcing size: Int? = nil) -> [UInt8] {
    file(format(tag: formatTag), data: data, before: before, announcing: size)
  }

  static func file(
    _ format: [UInt8], data: [UInt8], name: String = "RIFF", before: [UInt8] = [], announcing size: Int? = nil
  ) -> [UInt8] {
    chunk(name, Array("WAVE".utf8) + before + format + chunk("data", data, announcing: size))
  }

  /// Ten thousand frames of 16-bit stereo.
  private static let samples = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  @Test("MPEG audio in a WAV file is played", arguments: [0x50, 0x55])
  func wrapped(formatTag: Int) {
    let frames = Sample.frames(Sample.mp3, 5)
    let data = frames.flatMap { $0 }
    let list = Self.chunk("LIST", [UInt8](repeating: 65, count: 20_000))
    for file in [
      Self.file(formatTag: formatTag, data: data), Self.file(formatTag: formatTag, data: data, before: list),
      Self.file(formatTag: formatTag, data: data, announcing: 0xFFFF_FFFF),
      Self.file(formatTag: formatTag, data: data) + list,
    ] {
      #expect(Parsing(file).bytes == frames)
    }
  }

  @Test("a file's header gives its length, except for live streams, pipes and impossible lengths")
  func length() throws {
    func length(_ file: [UInt8], _ origin: StreamOrigin = .file(.bySeeking)) throws -> Duration? {
      var parser = StreamParser(source: "x", origin: origin)
      _ = try parser.feed(file)
      return parser.length
    }
    let format = Self.format(tag: 1)
    let whole = Self.file(format, data: Self.samples)
    #expect(try length(whole) == .seconds(10_000.0 / 44_100))
    #expect(try length(whole, .station) == nil && length(whole, .pipe) == nil)
    #expect(try length(Self.file(format, data: Self.samples, announcing: 0xFFFF_FFFF)) == nil)
    let hour = Self.file(format, data: Self.samples, announcing: 44_100 * 4 * 3600)
    #expect(try length(hour) == .seconds(3600))
    let absurd = Self.chunk("ds64", Self.little(0, 8) + Self.little((1 << 60) - 1, 8) + Self.little(0, 12))
    let slow = Self.format(tag: 1, channels: 1, rate: 1, bits: 8)
    #expect(
      try length(Self.file(slow, data: Self.samples, name: "RF64", before: absurd, announcing: 0xFFFF_FFFF)) == nil)
  }

  @Test("all samples come out in packets of 25 ms, without the bytes around them")
  func samples() {
    let list = Self.chunk("LIST", [UInt8](repeating: 65, count: 20_001))
    let long = Self.chunk("ds64", Self.little(0, 8) + Self.little(40_000, 8) + Self.little(0, 12))
    let format = Self.format(tag: 1)
    for (name, file) in [
      ("plain", Self.file(format, data: Self.samples)),
      ("behind other chunks", Self.file(format, data: Self.samples, before: list + list)),
      ("before another chunk", Self.file(format, data: Self.samples) + list),
      ("from ffmpeg's pipe", Self.file(format, data: Self.samples, announcing: 0xFFFF_FFFF)),
      ("from sox' pipe", Self.file(format, data: Self.samples, announcing: 0x7FFF_F000)),
      ("of a recorder that died", Self.file(format, data: Self.samples, announcing: 0)),
      ("cut short", Self.file(format, data: Self.samples, announcing: 90_000)),
      ("behind a tag", Sample.id3v2(body: 500) + Self.file(format, data: Self.samples)),
      (
        "RF64",
        Self.file(format, data: Self.samples, name: "RF64", before: long, announcing: 0xFFFF_FFFF) + list
      ),
      (
        "BW64 of unknown length",
        Self.file(
          format, data: Self.samples, name: "BW64", before: Self.chunk("ds64", Self.little(0, 28)),
          announcing: 0xFFFF_FFFF)
      ),
    ] {
      let parsing = Parsing(file)
      #expect(parsing.error == nil, "\(name)")
      #expect(parsing.bytes.flatMap { $0 } == Self.samples, "\(name)")
      #expect(parsing.packets.dropLast().allSatisfy { $0.frameCount == 1102 && $0.bytes.count == 4408 }, "\(name)")
      #expect(parsing.discontinuities == [0], "\(name)")
      #expect(parsing.packets.first?.headerFormat == AudioFormat(sampleRate: 44100, channels: 2), "\(name)")
      #expect(parsing.packets.first?.bitRate == 1_411_200, "\(name)")
    }
  }

  @Test(
    "the format chunk gives the coding of the samples",
    arguments: [
      (1, 8, .unsigned, 1), (1, 16, .signed, 2), (1, 20, .signed, 3), (1, 24, .signed, 3), (1, 32, .signed, 4),
      (3, 32, .float, 4), (3, 64, .float, 8), (6, 8, .aLaw, 1), (7, 8, .muLaw, 1),
    ] as [(Int, Int, SampleCoding.Kind, Int)])
  func codings(tag: Int, bits: Int, kind: SampleCoding.Kind, bytes: Int) {
    for mask in [nil, 0x3F] {
      let format = Self.format(tag: tag, channels: 6, rate: 96000, bits: bits, mask: mask)
      let packets = Parsing(Self.file(format, data: Self.samples)).packets
      let coding = SampleCoding(kind: kind, bytes: bytes, isBigEndian: false, channelMask: UInt64(mask ?? 0))
      #expect(packets.allSatisfy { $0.codec == .pcm && $0.setup == .samples(coding) })
      #expect(packets.first?.headerFormat == AudioFormat(sampleRate: 96000, channels: 6))
      #expect(packets.reduce(0) { $0 + $1.frameCount } == 40_000 / (6 * bytes))
    }
  }

  @Test(
    "the error names a WAV file of any other format",
    arguments: [
      (format(tag: 2), "a WAV file of Microsoft's ADPCM"), (format(tag: 0x161), "a WAV file of Windows Media Audio"),
      (format(tag: 0x1234), "a WAV file of format 0x1234"),
      (format(tag: 1, channels: 0), "a WAV file of samples that no file has"),
      (format(tag: 1, rate: 0), "a WAV file of samples that no file has"),
      (format(tag: 1, rate: 2_000_000), "a WAV file of samples that no file has"),
      (format(tag: 1, bits: 48), "a WAV file of samples that no file has"),
      (format(tag: 3, bits: 16), "a WAV file of samples that no file has"),
    ])
  func other(format: [UInt8], kind: String) {
    let file = Self.file(format, data: Self.samples)
    #expect(Parsing(file).error == .unsupported(source: "sample", kind: kind))
  }

  @Test(
    "coded sound in the place of samples is named, and not played as noise",
    arguments: [
      ([0x72, 0xF8, 0x1F, 0x4E, 0x01, 0x00], 6144, "AC-3"), ([0x72, 0xF8, 0x1F, 0x4E, 0x15, 0x00], 8192, "E-AC-3"),
      ([0x72, 0xF8, 0x1F, 0x4E, 0x0B, 0x00], 2048, "DTS"), ([0xFE, 0x7F, 0x01, 0x80, 0xFC, 0x3C], 2048, "DTS"),
      ([0xFF, 0x1F, 0x00, 0xE8, 0xF1, 0x07], 4096, "DTS"),
      ([0x72, 0xF8, 0x1F, 0x4E, 0x05, 0x00], 4608, "MPEG audio in bursts"),
    ] as [([UInt8], Int, String)])
  func bursts(head: [UInt8], period: Int, name: String) {
    let burst = head + (head.count..<period).map { UInt8(truncatingIfNeeded: 1 + $0 * 31) }
    let sound = burst + burst + burst
    let unsupported = TuneError.unsupported(source: "sample", kind: "a WAV file of \(name)")
    // Silence before the bursts is played; then the file ends without their name.
    let lost = TuneError.connectionLost(host: "sample", reason: "no more audio frames")
    for (before, expected) in [(0, unsupported), (40_000, lost)] {
      let data = [UInt8](repeating: 0, count: before) + sound
      for parsing in [
        Parsing(Self.file(formatTag: 1, data: data)),
        Parsing(Self.file(formatTag: 1, data: data, announcing: 0xFFFF_FFFF)),
      ] {
        #expect(parsing.error == expected)
        #expect(parsing.packets.allSatisfy { $0.bytes.allSatisfy { $0 == 0 } })
      }
    }
    // One such word is not a burst, nor are those of other samples.
    for format in [Self.format(tag: 1), Self.format(tag: 1, channels: 4), Self.format(tag: 1, bits: 24)] {
      let isPair = format == Self.format(tag: 1)
      let parsing = Parsing(Self.file(format, data: isPair ? burst + [UInt8](repeating: 9, count: 30_000) : sound))
      #expect(parsing.error == nil && !parsing.packets.isEmpty)
    }
  }

  @Test("the error names a broken WAV file")
  func broken() {
    let file = Self.file(formatTag: 0x55, data: [])
    let broken = TuneError.unsupported(source: "sample", kind: "a broken WAV file")
    for bytes in [
      Array(file.prefix(12)), Array(file.prefix(22)), Array(file.prefix(12)) + Self.chunk("data", [1, 2, 3]),
    ] {
      #expect(Parsing(bytes).error == broken)
    }
    let endless = Array(file.prefix(12)) + [[UInt8]](repeating: Self.chunk("junk", []), count: 300).flatMap { $0 }
    #expect(Parsing(endless).error == broken)
    let huge = Array(file.prefix(12)) + Self.chunk("junk", [1], announcing: 1 << 30)
    #expect(Parsing(huge).error == broken)
    guard case .format? = Parsing(Self.file(formatTag: 1, data: [])).error else {
      Issue.record("a file without samples is not an error of the format")
      return
    }
  }
}
