import AudioCore
import Bytes
import Downloader
import TestSupport
import Testing

@Suite("The ICY demultiplexer")
struct ICYDemultiplexerTests {
  /// A body with `interval` bytes of audio before each of `blocks`; an empty block is the length byte 0.
  private static func body(interval: Int, blocks: [[UInt8]]) -> (bytes: [UInt8], audio: [UInt8]) {
    var bytes: [UInt8] = []
    var audio: [UInt8] = []
    var next: UInt8 = 0
    for block in blocks {
      for _ in 0..<interval {
        next = next &* 167 &+ 13
        bytes.append(next)
        audio.append(next)
      }
      let length = (block.count + 15) / 16
      bytes.append(UInt8(length))
      bytes += block + [UInt8](repeating: 0, count: length * 16 - block.count)
    }
    return (bytes, audio)
  }

  private static func collect(_ chunks: [StreamChunk]) -> (audio: [UInt8], titles: [StreamMetadata], places: [Int]) {
    var audio: [UInt8] = []
    var titles: [StreamMetadata] = []
    var places: [Int] = []
    for chunk in chunks {
      switch chunk {
      case .audio(let bytes): audio += bytes
      case .metadata(let metadata):
        titles.append(metadata)
        places.append(audio.count)
      case .discontinuity: break
      }
    }
    return (audio, titles, places)
  }

  @Test(
    "a UTF-8 title that is cut within a character keeps its complete characters",
    arguments: [
      ("StreamTitle='Кино - Г", [0xD1], "';"), ("StreamTitle='Кино - Г", [0xE6, 0x9D], "';StreamUrl='http://x/';"),
      ("StreamTitle='Кино - Г", [0xF0, 0x9F, 0x8E], ""), ("StreamTitle=Кино - Г", [0xD1], ";"),
    ] as [(String, [UInt8], String)])
  func cutTitle(before: String, cut: [UInt8], behind: String) {
    var demultiplexer = ICYDemultiplexer(interval: 16)
    let block = Array(before.utf8) + cut + Array(behind.utf8)
    let titles = Self.collect(demultiplexer.feed(Self.body(interval: 16, blocks: [block]).bytes)).titles
    #expect(titles.map(\.title) == ["Кино - Г"])
  }

  @Test(
    "numeric character references in a title become characters, but never control characters",
    arguments: [
      ("StreamTitle='&#22338;&#26412;&#40845;&#19968; - R&B &amp; Soul';", "坂本龍一 - R&B &amp; Soul"),
      ("StreamTitle='Don&#39;t; stop&#39;;';", "Don't; stop';"),
      ("StreamTitle='a&#27;[31m&#x9d;b&#8238;c&#10;d&#160;e';", "a&#27;[31m&#x9d;bc&#10;d e"),
      ("StreamTitle='Caf\u{E9} &#8211; \u{E9}t\u{E9} &#233;';", "Café – été é"),
    ])
  func characterReferences(block: String, title: String) {
    var demultiplexer = ICYDemultiplexer(interval: 16)
    let titles = Self.collect(demultiplexer.feed(Self.body(interval: 16, blocks: [Array(block.utf8)]).bytes)).titles
    #expect(titles.map(\.title) == [title])
  }

  @Test(
    "any split of the body gives the same audio, and the same titles at the same places",
    arguments: [1, 2, 15, 16, 64, 4096, 16000])
  func anySplit(interval: Int) {
    let texts = [
      "StreamTitle='One';", "", "StreamTitle='Two';StreamUrl='http://x/';", "",
      "StreamTitle='Two';StreamUrl='http://x/';", "StreamTitle='';",
    ]
    let (bytes, audio) = Self.body(interval: interval, blocks: texts.map { Array($0.utf8) })
    let titles = [
      StreamMetadata(title: "One"), StreamMetadata(title: "Two", url: "http://x/"), StreamMetadata(title: ""),
    ]
    let places = [1, 3, 6].map { $0 * interval }
    var generator = SeededRandom(seed: UInt64(interval))
    for round in 0..<20 {
      var demultiplexer = ICYDemultiplexer(interval: interval)
      var chunks: [StreamChunk] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(
          round == 0 ? 1 : Int.random(in: 1...(round == 1 ? bytes.count : 700), using: &generator))
        rest = rest.dropFirst(piece.count)
        chunks += demultiplexer.feed(Array(piece))
      }
      let result = Self.collect(chunks)
      #expect(result.audio == audio)
      #expect(result.titles == titles)
      #expect(result.places == places)
    }
  }

  struct TextCase: Sendable, CustomTestStringConvertible {
    let text: String
    let title: String?
    var testDescription: String { text }
  }

  @Test(
    "a metadata block gives its title in any notation",
    arguments: [
      TextCase(text: "StreamTitle='a';", title: "a"),
      TextCase(text: "StreamTitle='it's; here';", title: "it's; here"),
      TextCase(text: "StreamTitle='a=b';StreamUrl='';", title: "a=b"),
      TextCase(text: "StreamTitle='no semicolon'", title: "no semicolon"),
      TextCase(text: "StreamTitle='no end", title: "no end"),
      TextCase(text: "StreamTitle=\"double\";", title: "double"),
      TextCase(text: "StreamTitle=bare;StreamUrl=x;", title: "bare"),
      TextCase(text: "streamtitle='lower';", title: "lower"),
      TextCase(text: "foo=bar;StreamTitle='after';", title: "after"),
      TextCase(text: "StreamUrl='http://only/';", title: nil),
      TextCase(text: "StreamTitle='';", title: ""),
      TextCase(text: "StreamTitle=' two\r\nlines ';", title: "two lines"),
      TextCase(text: "StreamTitle='\u{1B}]0;evil\u{7}\u{9D}52;c\u{202E}x';", title: "]0;evil52;cx"),
    ])
  func titles(_ example: TextCase) {
    let (bytes, _) = Self.body(interval: 4, blocks: [Array(example.text.utf8)])
    var demultiplexer = ICYDemultiplexer(interval: 4)
    #expect(Self.collect(demultiplexer.feed(bytes)).titles.first?.title == example.title)
  }

  @Test("a title is read in the station's charset, by default in Windows-1252")
  func charset() throws {
    let block = Array("StreamTitle='".utf8) + [0xCA, 0xE8, 0xED, 0xEE] + Array("';".utf8)
    let (bytes, _) = Self.body(interval: 1, blocks: [block])
    var western = ICYDemultiplexer(interval: 1)
    #expect(Self.collect(western.feed(bytes)).titles.first?.title == "Êèíî")
    var cyrillic = ICYDemultiplexer(interval: 1, charset: try #require(TextCharset(name: "windows-1251")))
    #expect(Self.collect(cyrillic.feed(bytes)).titles.first?.title == "Кино")
  }

  @Test("a block of the maximum length is read")
  func maximumBlockLength() {
    let text = Array(("StreamTitle='" + String(repeating: "x", count: 4065) + "';").utf8)
    let (bytes, audio) = Self.body(interval: 8, blocks: [text, []])
    var demultiplexer = ICYDemultiplexer(interval: 8)
    let result = Self.collect(demultiplexer.feed(bytes))
    #expect(result.audio == audio)
    #expect(result.titles.first?.title.count == CleanText.maximumLength)
  }

  @Test("without a plausible interval all bytes pass as audio", arguments: [nil, 0, -5, 1 << 31])
  func noInterval(interval: Int?) {
    var demultiplexer = ICYDemultiplexer(interval: interval)
    #expect(demultiplexer.feed([0, 1, 2, 255]) == [.audio([0, 1, 2, 255])])
  }

  @Test("a false interval ends the search for titles and loses no byte of sound")
  func lyingInterval() {
    var generator = SeededRandom(seed: 5)
    let sound = (0..<200_000).map { _ in UInt8.random(in: 1...255, using: &generator) }
    var demultiplexer = ICYDemultiplexer(interval: 8192)
    let result = Self.collect(demultiplexer.feed(sound))
    #expect(demultiplexer.hasGivenUp)
    #expect(result.titles.isEmpty)
    #expect(result.audio == sound, "not a byte is lost")
  }

  @Test(
    "intervals from 1 byte to 16 MiB and blocks of every length are accepted", arguments: [1, 3, 255, 65_537, 16 << 20])
  func intervals(interval: Int) {
    let lengths = interval < 1000 ? Array(0...255) : [0, 1, 255]
    let blocks = lengths.map { length in
      length == 0
        ? [] : Array(("StreamTitle='\(length)';" + String(repeating: " ", count: length * 16)).utf8.prefix(length * 16))
    }
    let (bytes, audio) = Self.body(interval: interval, blocks: blocks)
    var demultiplexer = ICYDemultiplexer(interval: interval)
    var chunks: [StreamChunk] = []
    for start in stride(from: 0, to: bytes.count, by: 1447) {
      chunks += demultiplexer.feed(Array(bytes[start..<min(start + 1447, bytes.count)]))
    }
    let result = Self.collect(chunks)
    #expect(result.audio == audio)
    #expect(result.titles.map(\.title) == lengths.dropFirst().map { "\($0)" })
    #expect(!demultiplexer.hasGivenUp)
  }

  @Test("an interval beyond 16 MiB or below 0 is ignored", arguments: [(16 << 20) + 1, Int.max, Int.min])
  func tooLong(interval: Int) {
    var demultiplexer = ICYDemultiplexer(interval: interval)
    #expect(demultiplexer.feed([0, 1]) == [.audio([0, 1])])
    #expect(!demultiplexer.hasGivenUp, "nothing was promised")
  }

  @Test("a damaged title is lost alone, and the next one is read")
  func damagedTitle() {
    let noise = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 129) }
    let (bytes, _) = Self.body(
      interval: 100, blocks: [Array("StreamTitle='a';".utf8), noise, Array("StreamTitle='b';".utf8), noise, []])
    var demultiplexer = ICYDemultiplexer(interval: 100)
    let result = Self.collect(demultiplexer.feed(bytes))
    #expect(result.titles.map(\.title) == ["a", "b"])
    #expect(!demultiplexer.hasGivenUp)
  }

  @Test("a title that repeats is given once, also in a body of titles alone")
  func titlesAlone() {
    let block = Array(("StreamTitle='x';" + String(repeating: "y", count: 4064)).utf8)
    var demultiplexer = ICYDemultiplexer(interval: 1)
    var titles = 0
    var audio = 0
    for _ in 0..<1000 {
      let result = Self.collect(demultiplexer.feed([0xFF, 255] + block))
      titles += result.titles.count
      audio += result.audio.count
    }
    #expect(titles == 1)
    #expect(audio == 1000)
  }

  @Test("to demultiplex 400 kB costs less than 0.4 s of a processor, for any interval", arguments: [1, 16, 16_000])
  func cost(interval: Int) {
    let (bytes, audio) = Self.body(interval: interval, blocks: Array(repeating: [], count: 400_000 / interval))
    var demultiplexer = ICYDemultiplexer(interval: interval)
    var count = 0
    let seconds = ProcessorTime.seconds { count = Self.collect(demultiplexer.feed(bytes)).audio.count }
    #expect(count == audio.count)
    // It takes about 20 ms for 400 kB, half a minute of sound, with a block behind every byte.
    #expect(seconds < 0.4 * Double(TestTime.scale), "\(seconds) s")
  }
}
