import AudioCore
import Stations
import Testing

@Suite("What a person types into a search")
struct SearchWordsTests {
  private static func make(_ change: (inout SearchWords) -> Void) -> SearchWords {
    var words = SearchWords()
    change(&words)
    return words
  }

  private static let rows: [(text: String, words: SearchWords)] = [
    ("", make { _ in }), ("  \n ", make { _ in }),
    (" tsf \t jazz ", make { $0.words = "tsf jazz" }),
    ("#lounge", make { $0.tags = ["lounge"] }),
    (
      "radio #Lounge @fr codec:AAC+ #chill one",
      make {
        ($0.words, $0.tags, $0.country, $0.codec) = ("radio one", ["Lounge", "chill"], "FR", "AAC+")
      }
    ),
    ("TAG:jazz Country:fr Codec:mp3", make { ($0.tags, $0.country, $0.codec) = (["jazz"], "FR", "mp3") }),
    ("@France @fr", make { $0.country = "FR" }), ("@south-korea", make { $0.country = "KR" }),
    ("@\"Côte d'Ivoire\"", make { $0.country = "CI" }), ("@uk", make { $0.country = "GB" }),
    ("@USA", make { $0.country = "US" }),
    ("#\"hard bop\" live", make { ($0.words, $0.tags) = ("live", ["hard bop"]) }),
    ("\"#1 hits\" \"@home\"", make { $0.words = "#1 hits @home" }),
    ("c# 12\" a@b #\"open end", make { ($0.words, $0.tags) = ("c# 12\" a@b", ["open end"]) }),
    ("\"\" x", make { $0.words = "x" }), ("##1", make { $0.tags = ["#1"] }),
    ("#", make { $0.words = "#" }), ("@", make { $0.words = "@" }), ("C #", make { $0.words = "C #" }),
    ("Radio @ Home #,", make { $0.words = "Radio @ Home #," }), ("@work fm @XX", make { $0.words = "@work fm @XX" }),
    ("#a,b tag:,c,", make { $0.tags = ["a", "b", "c"] }),
    ("Füür\n日 \u{1B}[2J", make { $0.words = "Füür 日 [2J" }),
  ]

  @Test("tags, a country and a codec are conditions, all else is a part of the name", arguments: SearchWordsTests.rows)
  func reading(_ row: (text: String, words: SearchWords)) throws {
    #expect(try SearchWords(row.text) == row.words)
  }

  @Test(
    "a condition that cannot be searched is named in one sentence",
    arguments: [
      ("tag:", "a tag follows ‘tag:’ directly, such as tag:jazz"),
      ("tag:,", "a tag follows ‘tag:’ directly, such as tag:jazz"),
      ("#\" \"", "a tag follows ‘#’ directly, such as #jazz"),
      ("country:", "a country follows ‘country:’ directly, such as country:FR"),
      ("@\"\"", "a country follows ‘@’ directly, such as @FR"),
      ("codec:", "a codec follows ‘codec:’ directly, such as codec:aac"),
      ("country:XX", "there is no country ‘XX’; countries are two letters, such as country:FR"),
      ("@\"frnace\"", "there is no country ‘frnace’; did you mean @FR?"),
      ("country:germny", "there is no country ‘germny’; did you mean country:DE?"),
      ("@fr @de", "a search takes one country, not two"), ("codec:aac codec:mp3", "a search takes one codec, not two"),
      (String(repeating: "x", count: 1001), "what to search for may have 1000 bytes at most"),
    ])
  func faults(_ text: String, _ sentence: String) {
    let error = #expect(throws: OptionError.self) { try SearchWords(text) }
    #expect(error?.description == sentence)
  }

  @Test("a text without an end of hostile words is read in one pass, or refused")
  func hostile() throws {
    #expect(try SearchWords(String(repeating: "#a ", count: 333)).tags.count == 333)
    #expect(throws: OptionError.self) { try SearchWords(String(repeating: "#a ", count: 100_000)) }
  }

  @Test(
    "the report says what was searched, and how much was found",
    arguments: [
      ("jazz", 0, SearchWords.Place.name, "no station has ‘jazz’ in its name"),
      ("jazz", 1, .name, "1 station has ‘jazz’ in its name"),
      ("tsf jazz", 12, .name, "12 stations have ‘tsf jazz’ in their names"),
      ("jazz", 20, .name, "the first 20 stations have ‘jazz’ in their names"),
      ("lounge", 12, .tag, "no station has ‘lounge’ in its name; 12 with the tag lounge"),
      ("lounge", 20, .tag, "no station has ‘lounge’ in its name; the first 20 with the tag lounge"),
      ("smooth, jazz", 2, .tag, "no station has ‘smooth, jazz’ in its name; 2 with the tags smooth and jazz"),
      ("lounge", 0, .tag, "no station has ‘lounge’ in its name or the tag lounge"),
      (
        "lounge #a #b #c @fr codec:aac", 0, .name,
        "no station (France, AAC) with the tags a, b and c has ‘lounge’ in its name"
      ),
      ("#jazz @FR", 3, nil, "3 stations (France) with the tag jazz"), ("@fr", 1, nil, "1 station (France)"),
      ("#jazz", 0, nil, "no station with the tag jazz"), ("", 20, nil, "the 20 most played stations"),
      ("", 1, nil, "the most played station"),
      ("", 0, nil, "no station"),
    ] as [(String, Int, SearchWords.Place?, String)])
  func report(_ text: String, _ count: Int, _ place: SearchWords.Place?, _ sentence: String) throws {
    #expect(try SearchWords(text).report(count: count, limit: 20, foundIn: place) == sentence)
  }

  @Test("an option names a country as a condition does, or a part of a name, and tags with commas between them")
  func options() {
    for (text, country) in [("UK", "GB"), ("uk", "GB"), ("de", "DE"), ("France", "FR"), ("united", "united")] {
      #expect(SearchWords.country(named: text) == country)
    }
    var words = SearchWords()
    for list in ["a, b ,,\u{1B}c", ",", ""] { words.add(tags: list) }
    #expect(words.tags == ["a", "b", "c"])
  }

  @Test("a country is found by its code and its name, and a misspelled one is suggested")
  func countries() {
    #expect(CountryNames.codes.count == 250 && CountryNames.codes.allSatisfy { CountryNames.code(of: $0) == $0 })
    for code in CountryNames.codes { #expect(CountryNames.code(of: CountryNames.name(of: code)) == code) }
    #expect(CountryNames.code(of: "åland ISLANDS") == "AX" && CountryNames.code(of: "aland-islands") == "AX")
    #expect(CountryNames.code(of: "") == nil && CountryNames.code(of: "xx") == nil)
    #expect(CountryNames.nearestCode(to: "swizerland") == "CH" && CountryNames.nearestCode(to: "12345") == nil)
  }
}
