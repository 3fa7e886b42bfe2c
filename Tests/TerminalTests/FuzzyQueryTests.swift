import AudioCore
import RadioModel
import Stations
import Terminal
import TestSupport
import Testing

@Suite("The filter of a list")
struct FuzzyQueryTests {
  private static func rank(_ query: String, _ name: String, _ remarks: String = "") -> Int? {
    FuzzyQuery(query).rank(name: FoldedText(name), remarks: FoldedText(remarks))
  }

  @Test(
    "words are found in any order, in any case, with or without diacritics, or by their letters",
    arguments: [
      ("jazz", "Česká Jazz & Soul", true), ("SOUL jazz", "Česká Jazz & Soul", true), ("ceska", "Česká Jazz", true),
      ("ČESKÁ", "Ceska", true), ("grsal", "SomaFM Groove Salad", true), ("salgr", "SomaFM Groove Salad", false),
      ("маяк", "Радио МАЯК", true), ("日本", "日本の局 NHK", true), ("nhk 日本", "日本の局 NHK", true),
      ("jaz24", "Jazz24", true), ("ja", "Soul", false), ("jz", "Jazz", false), ("", "anything", true),
      ("  ", "anything", true), ("drum'n", "Drum 'n' Bass", true), ("zz", "Jazz", true), ("rock jazz", "Jazz", false),
    ] as [(String, String, Bool)])
  func fits(query: String, name: String, fits: Bool) {
    #expect((Self.rank(query, name) != nil) == fits)
  }

  @Test("a word at the beginning of the name is better than one within it, in the tags, or in pieces")
  func order() {
    let ranks = [
      Self.rank("jazz", "Jazz24"), Self.rank("jazz", "Radio Jazz"), Self.rank("jazz", "Ejazz"),
      Self.rank("jazz", "FIP", "jazz"), Self.rank("jazz", "FIP", "acidjazz"), Self.rank("jazz", "Jan and Zozo zap"),
    ].map { $0 ?? .max }
    #expect(ranks == ranks.sorted() && Set(ranks).count == ranks.count)
    #expect(Self.rank("jzz", "FIP", "jazz") == nil)
  }

  @Test("the characters that fit are known by their numbers")
  func matches() {
    #expect(FuzzyQuery("jazz").matches(in: "Česká Jazz") == [6, 7, 8, 9])
    #expect(FuzzyQuery("ces").matches(in: "Česká Jazz") == [0, 1, 2])
    #expect(FuzzyQuery("grsal").matches(in: "Groove Salad") == [0, 1, 7, 8, 9])
    #expect(FuzzyQuery("ae").matches(in: "æ") == [0])
    #expect(FuzzyQuery("日本").matches(in: "NHK 日本") == [4, 5])
    #expect(FuzzyQuery("").matches(in: "Jazz").isEmpty)
  }

  @Test("hostile names and queries are folded in bounded time, and every match lies inside of its text")
  func hostile() {
    let names = [
      String(repeating: "a\u{301}", count: 2000), "\u{202E}evil\u{202C}",
      "e" + String(repeating: "\u{308}", count: 5000),
      "\u{0}\u{1B}[31mred", String(repeating: "👩‍👩‍👧‍👦", count: 300), "שלום עולם", "İSTANBUL ß", "\u{FEFF}", "   ",
    ]
    for name in names {
      for query in ["a", "evil", "aaaaaaaa", "e", "red", "שלום", "istanbul", "ss", "👩"] + names {
        for number in FuzzyQuery(query).matches(in: name) { #expect(number < name.count) }
        _ = Self.rank(query, name, name)
      }
    }
  }

  @Test("a key in the filter of 5,000 stations takes at most 30 ms of a processor")
  func speed() {
    var random = SeededRandom(state: 3)
    let words = ["Radio", "Jazz", "Soul", "Classique", "Česká", "Rock", "FM", "Groove", "日本", "Маяк", "News", "Salsa"]
    let stations = (0..<5000).map { number in
      let name = (0..<4).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ") + " \(number)"
      return Station(
        id: "s\(number)", name: name, url: "http://ice.example/\(number)",
        tags: (0..<5).map { _ in words.randomElement(using: &random)?.lowercased() ?? "" }, country: "DE")
    }
    var pane = StationsPane()
    pane.update(StationListState(version: 1, stations: stations), recent: [])
    let opening = ProcessorTime.seconds { pane.changeFilter { $0.open() } }
    let keys: [Double] = "jazz cesk 4".unicodeScalars.map { letter in
      ProcessorTime.seconds { pane.changeFilter { _ = $0.press(.character(letter)) } }
    }
    #expect(pane.rows.count > 0 && pane.rows.count < 5000)
    let scale = Double(TestTime.scale)
    #expect(opening <= 0.06 * scale && keys.allSatisfy { $0 <= 0.03 * scale }, "\(opening) s, then \(keys)")
  }
}
