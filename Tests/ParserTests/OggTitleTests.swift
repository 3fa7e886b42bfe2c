import AudioCore
import Parser
import Testing

@Suite("Titles in Vorbis comments")
struct OggTitleTests {
  private static func stream(_ tags: [UInt8]) -> [UInt8] {
    var sample = OggSample(serial: 1)
    let head = sample.page([OggSample.opusHead()], granule: 0, flags: OggSample.first)
    return joined([head], sample.pages(ofOne: tags, granule: 0), sample.opusPages(packets: 4))
  }

  private static func titles(_ comments: [UInt8]) -> [String] {
    let stream = stream(Array("OpusTags".utf8) + comments)
    let parsing = Parsing(stream)
    #expect(parsing.packets.count == 4)
    #expect(parsing.error == nil)
    #expect(Parsing(stream) { 7 } == parsing)
    return parsing.titles
  }

  @Test(
    "the artist and title comments form the stream's title",
    arguments: [
      (["ARTIST=Can", "TITLE=Vitamin C"], "Can - Vitamin C"), (["title=x", "Artist=y", "ALBUM=z"], "y - x"),
      (["ARTIST=a", "ARTIST=b", "TITLE=c"], "a, b - c"), (["TITLE=Can - Vitamin C"], "Can - Vitamin C"),
      (["ARTIST=Can"], "Can"), (["TITLE=one", "TITLE=two"], "one"), (["TITLE=a=b"], "a=b"),
      (["TITLE=\u{1B}[31m red\u{202E}\n x"], "[31m red x"), (["TITLE=日本", "ARTIST="], "日本"),
      (["TITLE=" + String(repeating: "x", count: 9000)], String(repeating: "x", count: 512)),
      (["ALBUM=no title"], nil), ([], nil), (["TITLE"], nil), (["TITLE="], nil), (["XTITLE=a", "TITLES=b"], nil),
      ((0..<30).map { "ARTIST=\($0)" }, (0..<16).map { "\($0)" }.joined(separator: ", ")),
    ] as [([String], String?)])
  func titles(entries: [String], title: String?) {
    #expect(Self.titles(OggSample.comments(entries)) == (title.map { [$0] } ?? []))
  }

  @Test("a letter with 32,000 marks gives at most 61 bytes of title, and 16 artists of 4 KiB give at most 4 KiB")
  func marks() {
    let letter = "e" + String(repeating: "\u{301}", count: 32_000)
    #expect(Self.titles(OggSample.comments(["TITLE=" + letter])).allSatisfy { $0.utf8.count <= 61 })
    let artists = (0..<16).map { "ARTIST=\($0)" + String(repeating: "\u{301}", count: 2040) }
    let titles = Self.titles(OggSample.comments(artists + ["TITLE=x"]))
    #expect(titles.count == 1 && titles.allSatisfy { $0.utf8.count <= 4096 && $0.hasSuffix(" - x") }, "\(titles)")
  }

  @Test("a comment in Latin-1 is read as Latin-1")
  func latin() {
    #expect(Self.titles(OggSample.comments([Array("TITLE=Caf".utf8) + [0xE9]])) == ["Café"])
  }

  @Test("a picture of 1.9 MB before or behind the title does not hide it and is not kept in memory")
  func picture() {
    let picture = Array("METADATA_BLOCK_PICTURE=".utf8) + [UInt8](repeating: 0x41, count: 1_900_000)
    let title = Array("TITLE=one".utf8)
    for entries in [[picture, title], [title, picture]] {
      let stream = Self.stream(Array("OpusTags".utf8) + OggSample.comments(entries))
      var parsing = Parsing(stream) { 4096 }
      #expect(parsing.titles == ["one"])
      #expect(parsing.largestInputMemory < 200 << 10)
      // The packets' set-up for the decoder contains no part of the picture.
      #expect(parsing.packets.allSatisfy { $0.setup == .headers([OggSample.opusHead()]) })
      parsing = Parsing(stream + stream) { 50_000 }
      #expect(parsing.titles == ["one", "one"])
    }
  }

  @Test(
    "false lengths give no title and lose no packet",
    arguments: [
      [0xFF, 0xFF, 0xFF, 0xFF, 0], [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 5, 0, 0, 0, 1, 2, 3, 4, 5], [], [0, 0, 0],
      [0, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F] + Array("TITLE=x".utf8),
    ] as [[UInt8]])
  func lies(comments: [UInt8]) { #expect(Self.titles(comments).isEmpty) }

  @Test("headers of 9 MiB end in an error")
  func endless() {
    var sample = OggSample(serial: 1)
    let head = sample.page([OggSample.opusHead()], granule: 0, flags: OggSample.first)
    let comments = Array("OpusTags".utf8) + OggSample.comments([[UInt8](repeating: 0x41, count: 9 << 20)])
    let parsing = Parsing(head + joined(sample.pages(ofOne: comments)))
    #expect(parsing.error == .notAudio(source: "sample", found: "an Ogg stream without sound in the first 256 KiB"))
    #expect(parsing.largestInputMemory < 200 << 10)
  }

  @Test("only Ogg and FLAC that begin without a title clear the previous connection's title")
  func connectionBefore() throws {
    func titles(_ stream: [UInt8]) throws -> [String] {
      var parser = StreamParser(source: "sample", followsTitle: true)
      return try (parser.feed(stream) + parser.finish()).compactMap { element in
        if case .metadata(let metadata) = element { metadata.title } else { nil }
      }
    }
    let bareFLAC = FLACSample.head() + FLACSample.frames(0..<20).flatMap { $0 }
    var (bare, titled) = (OggSample(serial: 1), OggSample(serial: 1))
    let bareLink = joined(bare.opusLink(), titled.opusLink(["TITLE=b"]))
    #expect(try titles(bareLink) == ["", "b"])
    #expect(Parsing(bareLink).titles == ["b"])
    var first = OggSample(serial: 1)
    #expect(try titles(joined(first.opusLink(["TITLE=a"]))) == ["a"])
    #expect(try titles(bareFLAC) == [""])
    #expect(try titles(Sample.frames(Sample.mp3, 20).flatMap { $0 }) == [])
    #expect(try titles(Sample.frames(Sample.aac, 20).flatMap { $0 }) == [])
    #expect(try titles(ID3Sample.titled("a") + bareFLAC) == ["a"])
  }

}
