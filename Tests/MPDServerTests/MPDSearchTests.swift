import MPDServer
import Radio
import Stations
import TestSupport
import Testing

@Suite("Searches")
struct MPDSearchTests {
  private static let songs = [
    MPDSong(Station(id: "a", name: "Alpha", url: "http://a/", tags: ["Jazz", "Live"])),
    MPDSong(Station(id: "b", name: "Beta's \"q\"", url: "http://me:secret@b/x", tags: ["Rock"])),
    MPDSong(Station(id: "c", name: "Gamma Jazz", url: "http://c/")),
  ]

  @Test(
    "a search finds the songs that match its expression or pairs",
    arguments: [
      (["Genre", "Jazz"], "a", "a"), (["genre", "jazz"], "", "a"), (["any", "Jazz"], "a", "ac"),
      (["Title", "Alpha"], "a", "a"), (["Name", "alp"], "", "a"), (["file", "http://b/x"], "b", "b"),
      (["file", "secret"], "", ""), (["Genre", "Jazz", "Title", "Alpha"], "a", "a"),
      (["Genre", "Jazz", "Title", "Beta"], "", ""), (["(Genre == 'Jazz')"], "a", "a"),
      (["(Genre == \"jazz\")"], "", "a"),
      (["(Genre != 'Jazz')"], "bc", "bc"), (["(!(Genre == 'Jazz'))"], "bc", "bc"),
      (["(Title contains 'amm')"], "c", "c"),
      (["((Genre == 'Jazz') AND (Genre == 'Live'))"], "a", "a"), (["(Title == 'Beta\\'s \"q\"')"], "b", "b"),
      (["(Artist == '')"], "abc", "abc"), (["(Artist == 'x')"], "", ""), (["(Genre == '')"], "c", "c"),
      (["(any == '')"], "abc", "abc"), (["(base '')"], "abc", "abc"), (["(modified-since '2000-01-01')"], "", ""),
      (["(Title contains 'a')", "sort", "-Title"], "cba", "cba"),
      (["(Title contains 'a')", "sort", "Title", "window", "1:2"], "b", "b"),
      (["(Title contains 'a')", "window", "2:"], "c", "c"),
    ])
  func found(arguments: [String], found: String, searched: String) throws {
    let id = { (songs: [MPDSong]) in
      songs.map { ["http://a/": "a", "http://b/x": "b", "http://c/": "c"][$0.file] ?? "?" }.joined()
    }
    #expect(try id(MPDSearch(arguments[...], foldsCase: false).found(in: Self.songs)) == found)
    #expect(try id(MPDSearch(arguments[...], foldsCase: true).found(in: Self.songs)) == searched)
  }

  @Test("an expression with thousands of nested brackets is refused")
  func depth() {
    let deep = String(repeating: "(", count: 4000) + "Artist == 'x'" + String(repeating: ")", count: 4000)
    #expect(throws: MPDFault(.argument, "Too many brackets")) { try MPDFilterParser.parse(deep) }
    let negated = String(repeating: "(!", count: 3000) + "(Artist == 'x')"
    #expect(throws: MPDFault(.argument, "Too many brackets")) { try MPDFilterParser.parse(negated) }
  }

  @Test("a random expression is a filter or an error, never a crash")
  func noise() {
    var random = SeededRandom(seed: 3)
    let pieces = [
      "(", ")", "!", "Artist", "any", " ", "==", "!=", "contains", "'", "\"", "\\", "x", "AND", "base", "ä", "=~",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0..<16, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      if let search = try? MPDSearch(["(" + text], foldsCase: true) { _ = search.found(in: Self.songs) }
    }
  }
}
