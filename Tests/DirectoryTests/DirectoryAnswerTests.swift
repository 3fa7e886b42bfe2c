import Bytes
import Directory
import Stations
import TestSupport
import Testing

@Suite("A directory answer")
struct DirectoryAnswerTests {
  private static let id = "9617a958-0601-11e8-ae97-52543be04c81"

  private static func stations(_ text: String, limit: Int = 500) -> [DirectoryStation]? {
    DirectoryAnswer.stations(in: Array(text.utf8), limit: limit)
  }

  /// A JSON object with the required members of a station and with `more`.
  private static func entry(_ number: Int = 1, _ more: String = "") -> String {
    #"{"stationuuid":"\#(DirectoryServer.Entry.id(number))","name":"Radio \#(number)","url":"http://h/\#(number)"\#(more)}"#
  }

  @Test("a documented answer gives every field that the program uses")
  func documented() throws {
    let text = """
      [{"changeuuid":"01234567-89ab-cdef-0123-456789abcdef", "stationuuid":"9617A958-0601-11e8-ae97-52543be04c81",
        "serveruuid":null, "name":" Best  Radio ", "url":"http://www.example.com/test.pls",
        "url_resolved":"http://stream.example.com/mp3_128", "homepage":"https://www.example.com",
        "favicon":"https://www.example.com/icon.png", "tags":"jazz,pop,,rock,jazz, indie ", "country":"Switzerland",
        "countrycode":"us", "iso_3166_2":"US-NY", "state":"", "language":"german,english", "languagecodes":"de,en",
        "votes":12, "lastchangetime":"2019-12-12 18:37:02", "codec":"MP3", "bitrate":128, "hls":1, "lastcheckok":1,
        "clicktimestamp_iso8601":null, "clickcount":3, "clicktrend":-1, "ssl_error":0, "geo_lat":1.1, "geo_long":-2.2,
        "has_extended_info":false}]
      """
    let station = try #require(Self.stations(text)?.first)
    #expect(station.id == Self.id)
    #expect(station.name == "Best Radio")
    #expect(station.url == "http://www.example.com/test.pls")
    #expect(station.resolvedURL == "http://stream.example.com/mp3_128")
    #expect(station.homepage == "https://www.example.com")
    #expect(station.image == "https://www.example.com/icon.png")
    #expect(station.tags == ["jazz", "pop", "rock", "indie"])
    #expect(station.country == "US")
    #expect(station.language == "german,english")
    #expect(station.languageCode == "de")
    #expect(station.codec == "MP3")
    #expect(station.kilobits == 128)
    #expect(station.isHLS && station.isWorking)
    #expect(station.votes == 12 && station.clicks == 3)

    let entry = station.station(id: "best")
    #expect(entry.directoryID == Self.id)
    #expect(entry.alternates == ["http://stream.example.com/mp3_128"])
    #expect(entry.language == "de" && entry.country == "US" && entry.image == station.image)
    #expect(try StationList.parse(StationList(stations: [entry]).encoded(), path: "x").stations == [entry])
  }

  @Test(
    "an answer that is not a complete list, or a list without any usable station, is rejected",
    arguments: [
      "", " ", "{}", "null", "<html>", "[", "[1", #"["a"#, #"[{"a":"]""#, "[}]", "]", "[1]", "[null, {}, []]",
      #"{"error":"too many requests"}"#, #"[{"stationuuid":"x","name":"n","url":"http://h/"}]"#,
    ])
  func nonsense(_ text: String) { #expect(Self.stations(text) == nil) }

  @Test("a long answer that is not a complete list is rejected, too")
  func longNonsense() {
    #expect(Self.stations(String(repeating: "[", count: 100_000)) == nil)
    #expect(Self.stations(#"["\#(String(repeating: "x", count: 40000))"]"#) == nil)
  }

  @Test("an empty list gives no stations", arguments: ["[]", " [ ] ", "\u{FEFF}[\r\n]"])
  func empty(_ text: String) { #expect(Self.stations(text) == []) }

  @Test("an answer cut off at any byte is rejected, never read as a shorter list")
  func truncated() {
    let bytes = Array("[\(Self.entry(1)),\(Self.entry(2, #", "tags": "a\\\"b]""#))]".utf8)
    #expect(DirectoryAnswer.stations(in: bytes, limit: 9)?.count == 2)
    #expect(bytes.indices.filter { DirectoryAnswer.stations(in: Array(bytes[..<$0]), limit: 9) != nil } == [])
  }

  @Test(
    "an unusable entry is skipped, and the stations around it are kept",
    arguments: [
      "7", "null", "[]", "{}", "\"\"", "{]", "{\"a\"}", #"{"a":1,"a":2}"#,
      #"{"stationuuid":7,"name":"n","url":"http://h/"}"#, #"{"stationuuid":"../../x","name":"n","url":"http://h/"}"#,
      #"{"stationuuid":"\#(id)","name":"\u001b\u009d \u202e","url":"http://h/"}"#,
      #"{"stationuuid":"\#(id)","name":"n","url":"file:///etc/passwd","url_resolved":"http://a b/"}"#,
      #"{"stationuuid":"\#(id)","name":"\#(String(repeating: "x", count: 40000))","url":"http://h/"}"#,
    ])
  func oneBad(_ element: String) {
    #expect(Self.stations("[\(Self.entry(1)), \(element) ,\(Self.entry(2))]")?.map(\.name) == ["Radio 1", "Radio 2"])
  }

  @Test("a member of a wrong type counts as missing, and a number written as a string counts as a number")
  func types() throws {
    let odd =
      #", "tags":["a"],"countrycode":"USA","languagecodes":7,"codec":{},"bitrate":-1,"homepage":"ftp://h/","votes":1e99"#
    let station = try #require(Self.stations("[\(Self.entry(1, odd))]")?.first)
    #expect(station.tags == [] && station.country == nil && station.languageCode == nil && station.codec == nil)
    #expect(station.kilobits == nil && station.homepage == nil && station.votes == 0 && station.isWorking)
    let old = #", "bitrate":"64","hls":"1","lastcheckok":"0","votes":"5","codec":"UNKNOWN""#
    let other = try #require(Self.stations("[\(Self.entry(1, old))]")?.first)
    #expect(other.kilobits == 64 && other.isHLS && !other.isWorking && other.votes == 5 && other.codec == nil)
  }

  @Test("the texts of a station are clean, and at most 200 characters and 1024 bytes long")
  func texts() throws {
    let long = String(repeating: "e\\u0301", count: 1000)
    let marks = String(repeating: "\\u0301", count: 2000)  // combining marks: together they are one character
    let text = """
      [{"stationuuid":"\(Self.id)","name":"\\u001b[31mRed\\n \\u202eR\\u009d\(long)","url":" http://h/ ",
        "tags":"\\u0007bell,\(long),\((1...99).map(String.init).joined(separator: ","))","language":"a\(marks)"}]
      """
    let station = try #require(Self.stations(text)?.first)
    #expect(station.name.hasPrefix("[31mRed R"))
    #expect(station.url == "http://h/")
    #expect(station.tags.prefix(1) == ["bell"] && station.tags.count == 32)
    #expect(station.station(id: "a").fault == nil)
    let address = "https://h/" + String(repeating: "x", count: 2038)
    let addressed = try #require(Self.stations("[\(Self.entry(1, #","favicon":"\#(address)""#))]")?.first)
    #expect(addressed.image == address && addressed.station(id: "a").fault == nil)
    for text in [station.name, station.language ?? ""] + station.tags {
      #expect(text.count <= 200 && text.utf8.count <= 1024 && CleanText.singleLine(text) == text)
    }
  }

  @Test("an answer gives at most the wanted number of stations, and each station once")
  func limit() {
    let entries = (1...700).map { Self.entry($0) }.joined(separator: ",")
    #expect(Self.stations("[\(entries)]", limit: 20)?.count == 20)
    #expect(Self.stations("[\(entries)]")?.count == 500)
    #expect(
      Self.stations("[\(Self.entry(1)),\(Self.entry(2)),\(Self.entry(1))]")?.map(\.name) == ["Radio 1", "Radio 2"])
  }

  @Test("a cached answer reads back unchanged, and a truncated or invalid cache file is rejected")
  func file() throws {
    let stations = try #require(Self.stations("[\(Self.entry(1, #","tags":"a,b","bitrate":9"#)),\(Self.entry(2))]"))
    let finding = DirectoryFinding(key: "k", host: "h", time: 1_700_000_000, stations: stations)
    let bytes = finding.encoded
    #expect(DirectoryFinding(bytes) == finding)
    #expect(bytes.indices.filter { DirectoryFinding(Array(bytes[..<$0])) != nil } == [])
    let text = String(decoding: bytes, as: UTF8.self)
    for (old, new) in [
      ("\"version\":1", "\"version\":2"), ("http://h/1", "file:///1"), ("\"time\":1", "\"time\":x"),
      ("\"time\":1700000000", "\"time\":\(Int.min)"), ("\"time\":1", "\"time\":-1"),
    ] {
      #expect(text.contains(old) && DirectoryFinding(Array(text.replacing(old, with: new).utf8)) == nil, "\(new)")
    }
  }
}
