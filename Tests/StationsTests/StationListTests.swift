import AudioCore
import Glibc
import JSON
import Stations
import TestSupport
import Testing

@Suite("A station list")
struct StationListTests {
  static let good = """
    {
      "version": 1,
      "theme": {"dark": true, "size": 1.50e+2},
      "stations": [
        {"id": "fip", "name": "FIP", "url": "https://icecast.radiofrance.fr/fip-midfi.mp3", "favourite": true},
        {"id": "rock", "name": "Rock", "url": "icy://h:8000/;", "gain": -3.50, "tags": ["a", "b"],
         "notes": {"mood": ["calm", null]}, "userAgent": "Winamp/5", "alternates": ["HTTP://h/two"]}
      ]
    }
    """

  private static func list(_ text: String) throws(TuneError) -> StationList {
    try StationList.parse(Array(text.utf8), path: "x.json")
  }

  @Test("a list holds its stations in the order of the file, with every field")
  func order() throws {
    let list = try Self.list(Self.good)
    #expect(list.stations.map(\.id) == ["fip", "rock"])
    #expect(list.stations[0].favourite)
    #expect(list.stations[1].tags == ["a", "b"])
    #expect(list.stations[1].userAgent == "Winamp/5")
  }

  @Test("an icy address becomes an http address")
  func schemes() throws {
    let list = try Self.list(Self.good)
    #expect(list.stations[1].url == "http://h:8000/;")
    #expect(list.stations[1].alternates == ["http://h/two"])
  }

  @Test("unknown members are written again digit by digit")
  func unknownKeys() throws {
    let list = try Self.list(Self.good)
    let text = String(decoding: list.encoded(), as: UTF8.self)
    #expect(text.contains(#""gain": -3.50"#))
    #expect(text.contains(#""size": 1.50e+2"#))
    #expect(text.contains(#""mood": ["calm", null]"#))
    #expect(try Self.list(text) == list)
  }

  @Test("a station keeps its directory id, in lower case")
  func directoryID() throws {
    let id = "0123ABCD-89ab-cdef-0123-456789abcdef"
    let list = try Self.list(
      #"{"stations": [{"id": "a", "name": "A", "url": "http://h/", "directoryId": "\#(id)"}]}"#)
    #expect(list.stations[0].directoryID == id.lowercased())
    #expect(list.stations[0].other.isEmpty)
    #expect(try StationList.parse(list.encoded(), path: "x.json") == list)
  }

  @Test("a faulty list is refused with the line and the reason", arguments: StationListTests.faults.indices)
  func faulty(index: Int) {
    let fault = Self.faults[index]
    #expect(throws: TuneError.badStationList(path: "x.json", reason: fault.reason)) { try Self.list(fault.text) }
  }

  static let faults: [(text: String, reason: String)] = [
    ("", "line 1: the file is empty"),
    ("[]", "line 1: the file holds an array, not an object with \"stations\""),
    ("{\n\n}", "line 1: the object has no \"stations\""),
    ("{\"stations\": {}}", "line 1: \"stations\" is an object, not an array"),
    ("{\"version\": 2,\n\"stations\": []}", "line 1: the version is not 1, the only one known"),
    ("{\"stations\": [\n{\"id\": \"a\",\n\"name\": \"A\"}]}", "line 2: station 1 (a) has no url"),
    ("{\"stations\": [\n{\"name\": \"A\"}]}", "line 2: station 1 has no id"),
    ("{\"stations\": [\n3]}", "line 2: station 1 is a number, not an object"),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": 7,\n \"url\": \"http://h/\"}]}",
      "line 2: name of station 1 (a) is a number, not a string"
    ),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": \"A\",\n \"url\": \"http://h/\\r\\nX: y\"}]}",
      "line 3: url of station 1 (a) holds a control character"
    ),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": \"A\", \"url\": \"http://h/\",\n\"userAgent\": \"x\\nCookie: y\"}]}",
      "line 3: userAgent of station 1 (a) holds a control character"
    ),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": \"A\", \"url\": \"file:///etc/passwd\"}]}",
      "line 2: url of station 1 (a) is not an http or https address"
    ),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": \"A\", \"url\": \"http:///x\"}]}",
      "line 2: url of station 1 (a) names no host"
    ),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": \"A\", \"url\": \"http://h/\",\n\"directoryId\": \"0123abcd-89ab-cdef-0123-456789abcde\"}]}",
      "line 3: directoryId of station 1 (a) is not a UUID"
    ),
    (
      "{\"stations\": [\n{\"id\": \"a\", \"name\": \"A\", \"url\": \"http://h/\", \"directoryId\": \"0123abcd-89ab-cdef-0123-456789abcde/\"}]}",
      "line 2: directoryId of station 1 (a) is not a UUID"
    ),
    (
      "{\"stations\": [\n{\"id\": \"A b\", \"name\": \"A\", \"url\": \"http://h/\"}]}",
      "line 2: id of station 1 (A b) may hold only a-z, 0-9, - and _"
    ),
    (
      "{\"stations\": [\n{\"id\": \"demo\", \"name\": \"A\", \"url\": \"http://h/\"}]}",
      "line 2: id of station 1 (demo) 'demo' is taken by the built-in station"
    ),
    (
      """
      {"stations": [
        {"id": "a", "name": "A", "url": "http://h/"},
        {"id": "b", "name": "B", "url": "http://h/"},
        {"id": "a", "name": "C", "url": "http://h/"}
      ]}
      """,
      "line 4: station 3 has the id 'a' of station 1"
    ),
    ("{\"stations\": [\n  {\"id\": \"a\"\n   \"name\": \"A\"}]}", "line 2: a comma is missing here"),
    ("{\"stations\": [\n  {\"id\": \"a\",\n   \"id\": \"b\"}]}", "line 3: the key \"id\" comes twice in one object"),
    ("{\"stations\": [\n  {\"id\": \"a", "line 2: end of file within a text"),
    ("{\"stations\": [\n  {\"id\": \"a\n\"", "line 2: a text without its closing quote"),
    ("{\"stations\": [\n  ", "line 2: end of file where a value is expected"),
    ("{\"stations\": []}\n}", "line 2: '}' after the end of the list"),
    ("{\"stations\": [01]}", "line 1: a number that is none"),
    ("{\"stations\": [\"\\ud800\"]}", "line 1: half a character: \\ud800 stands alone"),
    (String(repeating: "[", count: 100_000), "line 1: nested deeper than 32 levels"),
  ]

  @Test("a list of 5,000 entries with all that the directory gives is far from the limit of size")
  func fullList() throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    var list = StationList()
    for number in 0..<StationList.maximumStations {
      var station = Station(
        id: "station-number-\(number)", name: "Radio with a name of usual length \(number)",
        url: "https://stream\(number).example.org/a/path/of/usual/length/station-\(number).mp3",
        tags: (0..<32).map { "tag of number \($0)" })
      station.homepage = "https://www.station\(number).example.org/"
      station.image = "https://www.station\(number).example.org/pictures/of/the/station/logo.png"
      station.directoryID = "960e7b0a-0601-11e8-ae97-52543be0\(String(number + 1000))"
      list.stations.append(station)
    }
    try list.save(to: path)
    #expect(scratch.size("stations.json") * 3 / 2 < StationList.maximumBytes, "\(scratch.size("stations.json"))")
    try StationList.update(path: path, beginning: nil) { (list, _) throws(TuneError) in
      list.stations[7].favourite = true
    }
    #expect(try StationList.load(path: path).stations[7].favourite)
    #expect(
      try StationImport.read(scratch.read("stations.json"), base: path, limit: StationList.maximumBytes)
        .stations.count == StationList.maximumStations)
  }

  @Test("a change that would make the list too large is a conflict that says so, and changes nothing")
  func tooLarge() throws {
    let scratch = try Scratch()
    let path = scratch.path("stations.json")
    let long = String(repeating: "x", count: 8000)
    var list = StationList()
    for number in 0..<2000 {
      var station = Station(id: "s\(number)", name: "S", url: "http://s.example/\(number)")
      station.homepage = "http://s.example/" + long
      list.stations.append(station)
    }
    try list.save(to: path)
    let before = scratch.read("stations.json")
    #expect(throws: TuneError.conflict(message: "the list is full: it would have more than 16 MiB")) {
      try StationList.update(path: path, beginning: nil) { (list, _) throws(TuneError) in
        for index in list.stations.indices { list.stations[index].image = "http://s.example/" + long }
      }
    }
    #expect(scratch.read("stations.json") == before)
  }

  @Test("a list larger than 16 mebibytes or longer than 5000 stations is refused")
  func limits() {
    let blanks = [UInt8](repeating: 0x20, count: StationList.maximumBytes + 1)
    #expect(throws: TuneError.badStationList(path: "x", reason: "it is larger than 16384 KiB")) {
      try StationList.parse(blanks, path: "x")
    }
    let many = "{\"stations\": [" + String(repeating: "1,", count: StationList.maximumStations) + "1]}"
    #expect(throws: TuneError.badStationList(path: "x", reason: "line 1: more than 5000 stations")) {
      try StationList.parse(Array(many.utf8), path: "x")
    }
  }

  @Test("a list that is not UTF-8 is refused")
  func notUTF8() {
    let bytes = Array("{\"stations\": [\n\"".utf8) + [0xE9, 0x22] + Array("]}".utf8)
    #expect(throws: TuneError.badStationList(path: "x", reason: "line 2: a text that is not UTF-8")) {
      try StationList.parse(bytes, path: "x")
    }
  }

  @Test("a list cut off at any byte is an error, never a crash or a shorter list")
  func truncation() {
    let bytes = Array(Self.good.utf8)
    for length in bytes.indices {
      #expect(throws: TuneError.self) { try StationList.parse(Array(bytes[..<length]), path: "x") }
    }
  }

  @Test("a list with any one byte changed is an error, or it survives being written and read")
  func mutation() throws {
    var random = SeededRandom(state: 7)
    let bytes = Array(Self.good.utf8)
    for _ in 0..<2000 {
      var broken = bytes
      broken[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      guard let list = try? StationList.parse(broken, path: "x") else { continue }
      #expect(try StationList.parse(list.encoded(), path: "x") == list)
    }
  }

  @Test("strings with quotes, control characters and any script survive being written and read")
  func escapes() throws {
    let value = JSONValue(.object([JSONMember("k\"\\", JSONValue(.string("\u{1}\n\t\u{9B}Ж日😀\"\\/")))]))
    #expect(try JSONReader.read(JSONWriter.write(value)) == value)
    #expect(try JSONReader.read(Array(#""\u00e9\ud83d\ude00\/""#.utf8)).content == .string("é😀/"))
  }
}
