import AudioCore
import Parser
import TestSupport
import Testing

@Suite("The recognition of bytes that are not audio")
struct SnifferTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var verdict: Sniffer.Verdict
    var testDescription: String { "\(verdict) from \(bytes.prefix(12))" }

    init(_ text: String, _ verdict: Sniffer.Verdict) { self.init(Array(text.utf8), verdict) }

    init(_ bytes: [UInt8], _ verdict: Sniffer.Verdict) {
      self.bytes = bytes
      self.verdict = verdict
    }
  }

  private static func ogg(_ mark: String) -> [UInt8] {
    Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + Array(mark.utf8)
  }

  static let cases: [Case] = [
    Case("<!DOCTYPE html><html>", .notAudio(found: "an HTML page")),
    Case("\u{FEFF}\r\n  <HTML><head>", .notAudio(found: "an HTML page")),
    Case("<!-- x --><html>", .notAudio(found: "an HTML page")),
    Case("<?xml version=\"1.0\"?><!DOCTYPE html>", .notAudio(found: "an HTML page")),
    Case("<?xml version=\"1.0\"?><rss/>", .notAudio(found: "XML")),
    Case("{\"error\": 404}", .notAudio(found: "JSON")),
    Case("[\n {\"a\": 1}]", .notAudio(found: "JSON")),
    Case("[section]\nkey=value", .notAudio(found: "text")),
    Case("Not found, says the caf\u{E9}", .notAudio(found: "text")),
    Case([0xEA, 0xE0, 0xF4, 0xE5, 0x20, 0xEA, 0xE0], .notAudio(found: "text")),  // Windows-1251
    Case([0xFF, 0xFE] + Array("text".utf8).flatMap { [$0, 0] }, .notAudio(found: "text")),
    Case([0xFE, 0xFF] + Array("text".utf8).flatMap { [0, $0] }, .notAudio(found: "text")),
    Case("#EXTM3U\nhttp://a.example/b", .notAudio(found: "a playlist")),
    Case("[playlist]\nFile1=http://a.example/", .notAudio(found: "a playlist")),
    Case("http://a.example/stream\n", .notAudio(found: "a playlist")),
    Case("<asx version=\"3.0\">", .notAudio(found: "a playlist")),
    Case("<?xml version=\"1.0\"?><playlist xmlns=\"http://xspf.org/ns/0/\">", .notAudio(found: "a playlist")),
    Case("#EXTM3U\n#EXT-X-TARGETDURATION:10\n", .unsupported(kind: "HLS (HTTP Live Streaming)")),
    Case(ogg("\u{1}vorbis"), .container(.ogg)),
    Case(ogg("OpusHead"), .container(.ogg)),
    Case(ogg("\u{7F}FLAC"), .container(.ogg)),
    Case(ogg("fishead"), .container(.ogg)),
    Case("fLaC\u{0}", .container(.flac)),
    Case("\u{0}\u{0}\u{0}\u{20}ftypM4A ", .container(.mp4)),
    Case("\u{0}\u{0}\u{0}\u{8}wide", .container(.mp4)), Case("The free concert of", .notAudio(found: "text")),
    Case("FORM\u{0}\u{0}\u{0}\u{0}AIFC", .container(.aiff)),
    Case("RIFF\u{0}\u{0}\u{0}\u{0}AVI ", .unsupported(kind: "an AVI file")),
    Case("RIFF\u{0}\u{0}\u{0}\u{0}WAVE", .container(.wave)),
    Case("MThd\u{0}\u{0}\u{0}\u{6}", .unsupported(kind: "a MIDI file")),
    Case(".RMF\u{0}", .unsupported(kind: "RealAudio")),
    Case([0x2E, 0x72, 0x61, 0xFD, 0], .unsupported(kind: "RealAudio")),
    Case("ADIF\u{0}", .unsupported(kind: "AAC in ADIF")),
    Case(
      [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C, 0],
      .unsupported(kind: "Windows Media (ASF)")),
    Case([0x1A, 0x45, 0xDF, 0xA3, 0x9F], .unsupported(kind: "a Matroska or WebM file")),
    Case("NIST_1A\n   1024\n", .unsupported(kind: "a NIST SPHERE file")),
    Case("Extended Module: A", .unsupported(kind: "a tracker module")),
    Case(String(repeating: "\u{1}", count: 44) + "SCRM", .unsupported(kind: "a tracker module")),
    Case([0x1F, 0x8B, 0x08, 0x00], .notAudio(found: "gzip-compressed data")),
    Case([0xFF, 0xD8, 0xFF, 0xE0], .notAudio(found: "a picture")),
    Case(
      (0..<1024).map { $0 % 188 == 57 ? 0x47 : UInt8(truncatingIfNeeded: $0 &* 7) & 0x3F },
      .container(.transportStream)),
    Case(
      [9, 8, 7] + [UInt8](repeating: 0, count: 100)
        + (0..<4).flatMap { _ in [0x56, 0xE0, 200] + [UInt8](repeating: 3, count: 200) },
      .unsupported(kind: "AAC in LATM/LOAS")),
    Case([0, 1, 2, 3, 4, 5, 6, 7], .unknown),
    Case([], .unknown),
  ]

  @Test("the first bytes give the kind", arguments: cases)
  func verdict(example: Case) { #expect(Sniffer.verdict(example.bytes) == example.verdict) }

  @Test("a stream of an unplayable kind fails with that kind's name, also behind a tag", arguments: cases)
  func parsing(example: Case) {
    let expected: TuneError
    switch example.verdict {
    case .notAudio(let found): expected = .notAudio(source: "sample", found: found)
    case .unsupported(let kind): expected = .unsupported(source: "sample", kind: kind)
    case .container, .unknown: return
    }
    #expect(Parsing(example.bytes).error == expected)
    #expect(Parsing(Sample.id3v2(body: 500) + example.bytes).error == expected)
  }

  @Test("an HTML page is reported as soon as 1 KiB of it has arrived")
  func early() {
    var parser = StreamParser(source: "sample")
    let page = Array("<html>".utf8) + [UInt8](repeating: 0x61, count: 1018)
    #expect(throws: TuneError.notAudio(source: "sample", found: "an HTML page")) { try parser.feed(page) }
  }

  @Test("an empty stream is reported as nothing, and zeros as nothing but zeros")
  func nothing() {
    #expect(Parsing([UInt8]()).error == .notAudio(source: "sample", found: "nothing"))
    #expect(
      Parsing([UInt8](repeating: 0, count: 5000)).error == .notAudio(source: "sample", found: "nothing but zeros"))
    #expect(Parsing([0]).error == .notAudio(source: "sample", found: "nothing but zeros"))
    #expect(Parsing([0, 1, 2]).error == .notAudio(source: "sample", found: "no audio frame"))
  }

  @Test("the search for the first frame ends at 256 KiB")
  func limit() throws {
    let frames = Sample.frames(Sample.mp3, 3)
    let zeros = [UInt8](repeating: 0, count: 256 << 10)
    #expect(Parsing([zeros] + frames).bytes == frames)
    #expect(Parsing([zeros, [0]] + frames).error == .notAudio(source: "sample", found: "nothing but zeros"))
    let noise = TuneError.notAudio(source: "sample", found: "no audio frame in the first 256 KiB")
    #expect(Parsing([[1], zeros] + frames).error == noise)
  }

  @Test("noise is never taken for sound", arguments: 1...20 as ClosedRange<UInt64>)
  func noise(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let parsing = Parsing(generator.bytes(300_000))
    #expect(parsing.packets.isEmpty)
    #expect(parsing.error == .notAudio(source: "sample", found: "no audio frame in the first 256 KiB"))
  }

  @Test(
    "a header without a bit rate between junk begins no frame, in layers II and III",
    arguments: 1...40 as ClosedRange<UInt64>)
  func junkBeforeHeader(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let header: [UInt8] = [[0xFF, 0xFD, 0, 0], [0xFF, 0xFB, 0, 0], [0xFF, 0xF5, 4, 0xC0]][Int(seed % 3)]
    let parsing = Parsing(generator.bytes(20_000) + header + generator.bytes(1500))
    #expect(parsing.packets.isEmpty)
    #expect(parsing.error == .notAudio(source: "sample", found: "no audio frame"))
  }

  @Test("behind junk, one or two frames at the stream's end are not taken for sound, and three are", arguments: 1...3)
  func junkBeforeFrames(count: Int) {
    var generator = SeededRandom(seed: 9)
    let junk = generator.bytes(5000)
    for frames in [
      Sample.frames(Sample.mp3, count), Sample.frames(Sample.MPEG(layer: 2), count), Sample.frames(Sample.aac, count),
    ] {
      #expect(Parsing([junk] + frames).bytes == (count == 3 ? frames : []))
    }
  }

  @Test("bytes beyond ASCII are not taken for text, and the sound behind them is found up to 256 KiB")
  func highBytes() {
    let frames = Sample.frames(Sample.mp3, 10)
    let junk = [[UInt8]](repeating: [0xDE, 0xAD, 0xBE, 0xEF], count: 25_000).flatMap { $0 }
    let parsing = Parsing([junk, ID3Sample.titled("One")] + frames)
    #expect(parsing.bytes == frames)
    #expect(parsing.titles == ["One"])
    #expect(parsing.error == nil)
    #expect(Parsing(junk).error == .notAudio(source: "sample", found: "no audio frame"))
    let far = [[UInt8]](repeating: junk, count: 3).flatMap { $0 }
    #expect(
      Parsing([far] + frames).error == .notAudio(source: "sample", found: "no audio frame in the first 256 KiB"))
  }

  @Test(
    "text in any script and charset is recognised as text, also when it is cut within a character",
    arguments: [
      NamedBytes("UTF-8 without blanks", Array(String(repeating: "音楽", count: 400).utf8.prefix(1024))),
      NamedBytes("Windows-1251", [[UInt8]](repeating: [0xEA, 0xE0, 0xF4, 0xE5, 0x20], count: 200)),
      NamedBytes("Shift-JIS", [[UInt8]](repeating: [0x83, 0x89, 0x83, 0x57, 0x83, 0x49], count: 150)),
    ])
  func scripts(text: NamedBytes) {
    #expect(Parsing(text.bytes).error == .notAudio(source: "sample", found: "text"))
  }

  @Test(
    "AC-3 and E-AC-3 are named when they begin with a frame, and are not sound behind other bytes",
    .enabled(if: SignalSource.isAvailable), arguments: ["ac3", "eac3"])
  func dolby(codec: String) throws {
    let stream = try Tool.encoded("-c:a \(codec)", fileName: "x.\(codec)")
    let name = codec == "ac3" ? "AC-3" : "E-AC-3"
    #expect(Parsing(stream).error == .unsupported(source: "sample", kind: name))
    for junk in [[0x00, 0x01], Array(stream[2..<9])] as [[UInt8]] {
      let parsing = Parsing(junk + stream.dropFirst(9))
      guard case .format(.notAudio) = parsing.error else {
        Issue.record("\(String(describing: parsing.error))")
        continue
      }
      #expect(parsing.packets.isEmpty)
    }
  }

  @Test("weak headers (layer I, changing bit rates in layers I and II, free format) need more frames behind junk")
  func weakHeaders() {
    let weak: [[[UInt8]]] = [
      Sample.frames(Sample.MPEG(layer: 3), 15),
      (0..<7).map { Sample.MPEG(layer: 2, bitRateIndex: 1 + UInt32($0 * 5 % 9)).frame() },
      (0..<23).map { _ in Sample.MPEG(bitRateIndex: 0, freeLength: 700).frame() },
      (0..<60).map { _ in Sample.MPEG(bitRateIndex: 0, freeLength: 88).frame() },
    ]
    for frames in weak {
      let junk = [[UInt8](repeating: 3, count: 5000)]
      #expect(Parsing(junk + frames + junk).packets.isEmpty)
      #expect(Parsing(junk + frames + frames + junk).bytes == frames + frames)
    }
    let changing = (0..<40).map { Sample.MPEG(layer: 3, bitRateIndex: 1 + UInt32($0 * 5 % 9)).frame() }
    #expect(Parsing(changing).bytes == changing)
    #expect(Parsing([[UInt8](repeating: 3, count: 5000)] + changing).packets.isEmpty)
  }
}
