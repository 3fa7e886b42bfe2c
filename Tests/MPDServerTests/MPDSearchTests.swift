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
    #expect(throws: MPDError(.argument, "Too many brackets")) { try MPDFilterParser.parse(deep) }
    let negated = String(repeating: "(!", count: 3000) + "(Artist == 'x')"
    #expect(throws: MPDError(.argument, "Too many brackets")) { try MPDFilterParser.parse(negated) }
  }

  @Test("a filter of 32 tests is accepted, one of 33 is refused with the limit", arguments: [false, true])
  func tests(isExpression: Bool) throws {
    let arguments = { (count: Int) -> [String] in
      let one = "(any != 'z')"
      if isExpression { return ["(" + Array(repeating: one, count: count).joined(separator: " AND ") + ")"] }
      return Array(repeating: ["any", "a"], count: count).flatMap(\.self)
    }
    #expect(try MPDSearch(arguments(32)[...], foldsCase: true).found(in: Self.songs).count == 3)
    #expect(throws: MPDError(.argument, "Too many tests in a filter: at most 32 are allowed")) {
      try MPDSearch(arguments(33)[...], foldsCase: true)
    }
  }

  @Test("the values of a song are put into lower case once, not for each test of the filter")
  func folding() throws {
    let tags = (0..<64).map { "A Long Tag Of The Station With Many Letters In It, Number \($0)" }
    let songs = (0..<60).map {
      MPDSong(Station(id: "s\($0)", name: "Station \($0)", url: "http://h/\($0)", tags: tags))
    }
    let seconds = { (count: Int) throws -> Double in
      let tests = Array(repeating: "(Genre != 'z')", count: count).joined(separator: " AND ")
      let search = try MPDSearch([count == 1 ? tests : "(\(tests))"], foldsCase: true)
      return ProcessorTime.seconds { #expect(search.found(in: songs).count == songs.count) }
    }
    _ = try seconds(1)
    let (one, many) = (try (0..<4).map { _ in try seconds(1) }.min() ?? 0, try seconds(24))
    #expect(many < 10 * one, "24 tests take \(many) s, one takes \(one) s")
  }

  @Test("texts outside ASCII are compared by characters, whichever way they are written")
  func characters() throws {
    let songs = ["Cafe\u{301} Noir", "Cafe Noir", "CAFÉ"].map { MPDSong(Station(id: "a", name: $0, url: "http://a/")) }
    for (words, count) in [("café", 2), ("CAFE\u{301}", 2), ("cafe", 1), ("noir", 2), ("é", 2), ("e\u{301} n", 1)] {
      #expect(try MPDSearch(["Title", words], foldsCase: true).found(in: songs).count == count, "\(words)")
    }
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
