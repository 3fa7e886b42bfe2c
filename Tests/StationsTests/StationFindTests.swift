import AudioCore
import Stations
import TestSupport
import Testing

@Suite("Finding a station")
struct StationFindTests {
  private static let list = StationList(stations: [
    Station(id: "groovesalad", name: "SomaFM Groove Salad", url: "http://h/1"),
    Station(id: "dronezone", name: "SomaFM Drone Zone", url: "http://h/2"),
    Station(id: "paradise", name: "Radio Paradise", url: "http://h/3"),
    Station(id: "paradise-rock", name: "Radio Paradise Rock Mix", url: "http://h/4"),
    Station(id: "oe1", name: "ORF Ö1", url: "http://h/5"),
    Station(id: "nowyswiat", name: "Radio Nowy Świat", url: "http://h/6"),
    Station(id: "dnb", name: "Radio Record Drum'n'Bass", url: "http://h/7"),
    Station(id: "rozhlas", name: "Český rozhlas – Jazz", url: "http://h/8"),
    Station(id: "mayak", name: "Радио Маяк Ёж", url: "http://h/9"),
    Station(id: "r-a-dio", name: "R/a/dio", url: "http://h/10"),
  ])

  @Test(
    "a query finds a station by its id, its name, the beginning of its id or a part of its name",
    arguments: [
      ("groovesalad", "groovesalad"), ("GrooveSalad", "groovesalad"), ("groove", "groovesalad"),
      ("groove salad", "groovesalad"), ("SALAD", "groovesalad"), ("paradise", "paradise"),
      ("Radio Paradise", "paradise"), ("rock mix", "paradise-rock"), ("o1", "oe1"), ("orf Ö1", "oe1"),
      ("orf O\u{308}1", "oe1"), ("swiat", "nowyswiat"), ("drum n bass", "dnb"), ("drum'n'bass", "dnb"),
      ("cesky rozhlas jazz", "rozhlas"), ("маяк", "mayak"), ("еж", "mayak"), ("r/a/dio", "r-a-dio"),
    ])
  func finds(_ query: String, _ id: String) throws {
    #expect(try Self.list.find(query).id == id)
  }

  @Test("an ambiguous query is an error that lists at most eight candidates")
  func ambiguous() {
    #expect(
      throws: TuneError.invalidRequest(message: "'soma' matches 2 stations (groovesalad, dronezone); be more specific")
    ) {
      try Self.list.find("soma")
    }
    let many = StationList(stations: (0..<20).map { Station(id: "s\($0)", name: "Same", url: "http://h/") })
    #expect(
      throws: TuneError.invalidRequest(
        message: "'s' matches 20 stations (s0, s1, s2, s3, s4, s5, s6, s7, ...); be more specific")
    ) {
      try many.find("s")
    }
  }

  @Test(
    "a query without a match is an error that suggests similar ids",
    arguments: [
      ("groovsalad", ["groovesalad"]), ("dornezone", ["dronezone"]), ("paradiso", ["paradise", "paradise-rock"]),
      ("drone zoen", ["dronezone"]), ("xyzzy", []), ("", []), ("!!!", []),
    ] as [(String, [String])])
  func suggests(_ query: String, _ ids: [String]) {
    #expect(throws: TuneError.unknownStation(query, suggestions: ids)) { try Self.list.find(query) }
  }

  @Test("a search in prepared names costs less than three quarters of one that prepares them")
  func prepared() {
    let stations = (0..<1000).map { number in
      Station(id: "station-\(number)", name: "Rádio Número \(number) – Música e Notícias", url: "http://h/\(number)")
    }
    let (list, names) = (StationList(stations: stations), StationNames(stations))
    let least = { (body: () -> Void) in (0..<4).map { _ in ProcessorTime.seconds(of: body) }.min() ?? 0 }
    let unprepared = least { _ = try? list.find("número 777") }
    let prepared = least { _ = try? names.find("número 777") }
    #expect(prepared < 0.75 * unprepared, "\(prepared) s, unprepared \(unprepared) s")
  }
}
