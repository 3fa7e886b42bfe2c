import AudioCore
import Glibc
import Stations
import Testing

@Suite("Faults of the playlist and list readers that fuzzing found")
struct FuzzRegressionTests {
  private static func entries(_ text: String, _ kind: Playlist.Kind) throws -> [Playlist.Entry] {
    try Playlist.parse(Array(text.utf8), kind: kind, base: "http://h/")
  }

  @Test(
    "a title becomes one clean line, whatever characters stand between its blanks",
    arguments: [
      ("a \u{1} b", "a b"), ("\u{9D} a", "a"), ("a \u{202E}", "a"), ("\u{FEFF}a", "a"),
      (String(repeating: "x", count: 511) + " yz", String(repeating: "x", count: 511)),
    ])
  func title(text: String, expected: String) throws {
    #expect(try Self.entries("[playlist]\nFile1=http://h/\nTitle1=\(text)\n", .pls).first?.title == expected)
  }

  @Test("an M3U with an HLS tag inside a title or an address is still read as M3U")
  func speaksOfHLS() throws {
    let text = "#EXTM3U\n#EXTINF:-1,What #EXT-X-KEY means\nhttp://h/#EXT-X-\n"
    #expect(Playlist.recognize(contentType: nil, prefix: Array(text.utf8)) == .m3u)
    #expect(try Self.entries(text, .m3u).count == 1)
  }

  @Test("a playlist recognised as HLS is never read as M3U, whatever the case of its tags")
  func caseOfHLS() {
    let text = "#extm3u\n#ext-x-version:3\nlow.m3u8\n"
    #expect(Playlist.recognize(contentType: nil, prefix: Array(text.utf8)) == .hls)
    #expect(throws: TuneError.unsupported(source: "http://h/", kind: "HLS")) { try Self.entries(text, .m3u) }
  }

  @Test(
    "thousands of titles and addresses are read in less than 0.6 s of processor time",
    arguments: [
      (Playlist.Kind.xspf, "<track>", "<location>a</location>", 6000), (.asx, "<entry>", "<ref href=a>", 10_000),
    ])
  func manyTitles(kind: Playlist.Kind, opening: String, address: String, count: Int) throws {
    let addresses = String(repeating: address, count: count)
    let titles = String(repeating: "</title>", count: ((256 << 10) - opening.utf8.count - addresses.utf8.count) / 8)
    let start = clock()
    #expect(try Self.entries(opening + addresses + titles, kind).count == Playlist.maximumEntries)
    #expect(Double(clock() - start) / 1e6 < 0.6, "seconds of processor time")
  }

  @Test("a list of 130,000 unusable entries is refused in less than 0.5 s of processor time")
  func uselessEntries() {
    let text = "#EXTM3U\n" + String(repeating: "\u{1}\n", count: 130_000)
    let start = clock()
    #expect(throws: TuneError.emptyPlaylist("http://h/")) { try Self.entries(text, .m3u) }
    #expect(Double(clock() - start) / 1e6 < 0.5, "seconds of processor time")
  }

  /// Lists of at most one mebibyte in which one entry has very many values, or many entries share one long text.
  private static let heavyLists: [(name: String, text: String)] = [
    (
      "tags of an M3U",
      "#EXTM3U\n#EXTINF:-1 group-title=\"\((0..<150_000).map(String.init).joined(separator: ";"))\",A\nhttp://h/\n"
    ),
    (
      "tags of an XSPF",
      "<playlist><track><location>http://h/</location>"
        + (0..<17_000).map { "<meta rel='urn:springradio:tag'>\($0)</meta>" }.joined() + "</track></playlist>"
    ),
    (
      "further addresses",
      "<playlist><track>" + (0..<30_000).map { "<location>\($0)</location>" }.joined() + "</track></playlist>"
    ),
    (
      "a long group of a CSV",
      String(repeating: "g ", count: 450_000) + ",-\n" + (0..<5000).map { "S,http://h/\($0)\n" }.joined()
    ),
    (
      "a long group of an OPML",
      "<opml><outline text='" + String(repeating: "g ", count: 400_000) + "'>"
        + (0..<4000).map { "<outline text=a url='http://h/\($0)'/>" }.joined()
    ),
  ]

  @Test(
    "a large list is read in less than 2 s, with at most 64 tags and 64 alternates per station",
    arguments: heavyLists.indices)
  func heavyList(_ index: Int) throws {
    let (name, text) = Self.heavyLists[index]
    #expect(text.utf8.count <= StationImport.maximumBytes)
    let start = clock()
    let stations = try StationImport.read(Array(text.utf8), base: "http://h/list").stations
    #expect(Double(clock() - start) / 1e6 < 2, "seconds of processor time for \(name)")
    #expect(stations.allSatisfy { max($0.tags.count, $0.alternates.count) <= 64 } && !stations.isEmpty, "\(name)")
    #expect(stations.first.map { max($0.tags.count, $0.alternates.count) } ?? 0 > 0, "\(name)")
  }

  @Test("a title applies to every address of its track or entry, and to no address before or after it")
  func titleOfTrack() throws {
    let xspf =
      "<track><location>1</location><title>A</title><location>2</location></track><track><location>3</location>"
      + "<track><location>4</location><title>B</title>"
    #expect(try Self.entries(xspf, .xspf).map(\.title) == ["A", "A", nil, "B"])
    let asx =
      "<ref href=0><entry><ref href=1><title>A</title><ref href=2></entry>"
      + "<ref href=3><entry><title>B</title><ref href=4>"
    #expect(try Self.entries(asx, .asx).map(\.title) == [nil, "A", "A", nil, "B"])
  }

  @Test(
    "an error message shows a key without control characters and is shorter than 300 bytes",
    arguments: [#"{"a\u001b]0;x\u009d": 1, "a\u001b]0;x\u009d": 2}"#, #"{"\u0000KEY" 1}"#])
  func keyInMessage(text: String) {
    let long = text.replacing("KEY", with: String(repeating: "k", count: 5000))
    let error = #expect(throws: TuneError.self) { try StationList.parse(Array(long.utf8), path: "x.json") }
    let message = error?.description ?? ""
    #expect(message.contains("key") || message.contains("kkk"))
    #expect(message.utf8.count < 300)
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
  }
}
