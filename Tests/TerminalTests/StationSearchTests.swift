import AudioCore
import RadioModel
import Stations
import Terminal
import Testing

@Suite("Searches of stations by text")
struct StationSearchTests {
  private static let list = StationList(
    stations: [
      ("salad", "SomaFM Groove Salad", ["ambient", "chill"]), ("drone", "SomaFM Drone Zone", ["ambient"]),
      ("jazz24", "Jazz24", ["jazz"]), ("ejazz", "Ejazz.fm", ["acid jazz", "fusion"]),
      ("fip", "FIP", ["jazz", "eclectic"]), ("ceska", "Česká Jazz & Soul", ["čeština"]),
      ("oe1", "ORF Ö1", ["kultur"]), ("swiat", "Radio Nowy Świat", ["talk"]),
      ("dnb", "Radio Record Drum'n'Bass", ["drum and bass"]), ("mayak", "Радио Маяк Ёж", ["Москва"]),
      ("nhk", "日本の局 NHK", ["ニュース"]), ("kbs", "한국방송 KBS", ["뉴스"]),
      ("strasse", "Straße der Lieder", ["schlager"]), ("aether", "Ære & Œuvre Þór", ["folk"]),
      ("istanbul", "İSTANBUL FM", ["türkçe pop"]), ("ellada", "Ελλάδα 9.84", ["νέα"]),
      ("shalom", "שלום עולם", ["hebrew"]), ("rad", "R/a/dio", ["anime"]),
      ("mark", "x\u{304}y Radio", ["x\u{304}"]), ("signs", "-- !!! --", ["♥"]),
    ].map { Station(id: $0, name: $1, url: "http://h/\($0)", tags: $2) })

  /// Returns the id of the station that `query` means; `several`, `-` for none, and `?` with suggestions.
  private static func found(_ query: String) -> String {
    do throws(TuneError) {
      return try list.find(query).id
    } catch {
      guard case .list(.unknownStation(_, let suggestions)) = error else { return "several" }
      return suggestions.isEmpty ? "-" : "? " + suggestions.joined(separator: " ")
    }
  }

  @Test(
    "a query passes the same stations in a list, means the same one, and ranks them the same in the view",
    arguments: [
      ("jazz", "jazz24 ejazz fip ceska", "jazz24", "jazz24 ceska ejazz fip"),
      ("jaz", "jazz24 ejazz fip ceska", "jazz24", "jazz24 ceska ejazz fip"),
      ("jzz", "", "? ceska", "jazz24 ceska"),
      ("radio", "swiat dnb mark", "several", "swiat dnb mark rad"),
      ("RADIO jazz", "", "-", ""),
      ("soul ceska", "", "-", "ceska"),
      ("ČESKÁ", "ceska", "ceska", "ceska"),
      ("c\u{30C}eska", "ceska", "ceska", "ceska"),
      ("o1", "oe1", "oe1", "oe1"),
      ("Ö1", "oe1", "oe1", "oe1"),
      ("swiat", "swiat", "swiat", "swiat"),
      ("drum'n'bass", "dnb", "dnb", "dnb"),
      ("drum n", "dnb", "dnb", "dnb"),
      ("dnb", "dnb", "dnb", "dnb"),
      ("маяк", "mayak", "mayak", "mayak"),
      ("еж", "mayak", "mayak", "mayak"),
      ("ё", "mayak", "mayak", "mayak"),
      ("日本", "nhk", "nhk", "nhk"),
      ("の局", "nhk", "nhk", "nhk"),
      ("한국", "kbs", "kbs", "kbs"),
      ("\u{1112}\u{1161}\u{11AB}국", "kbs", "kbs", ""),
      ("방", "kbs", "kbs", "kbs"),
      ("strasse", "strasse", "strasse", "strasse"),
      ("straße", "strasse", "strasse", "strasse"),
      ("ss", "dnb strasse", "several", "dnb strasse"),
      ("ae", "aether", "aether", "aether"),
      ("æ", "aether", "aether", "aether"),
      ("oeuvre", "aether", "aether", "aether"),
      ("thor", "aether", "aether", "aether"),
      ("istanbul", "istanbul", "istanbul", "istanbul"),
      (
        "ı", "salad drone ejazz fip ceska swiat dnb strasse istanbul rad mark signs", "several",
        "istanbul fip swiat dnb strasse rad mark salad drone ejazz ceska"
      ),
      ("ελλ", "ellada", "ellada", "ellada"),
      ("Ά", "ellada", "ellada", "ellada"),
      ("9.84", "ellada", "ellada", "ellada"),
      ("שלום", "shalom", "shalom", "shalom"),
      ("r/a/dio", "rad", "rad", "rad swiat dnb mark"),
      ("rad", "swiat dnb rad mark", "rad", "swiat dnb mark rad"),
      ("x", "mark", "mark", "mark"),
      ("x\u{304}", "mark", "mark", "mark"),
      ("amb", "salad drone", "-", "salad drone"),
      ("grsal", "", "-", "salad"),
      ("salgr", "", "-", ""),
      ("smfm", "", "-", "salad drone"),
      ("fm", "salad drone ejazz istanbul", "several", "ejazz istanbul salad drone"),
      ("f m", "", "? ejazz istanbul", "ejazz istanbul salad drone"),
      ("fip jazz", "", "-", "fip"),
      ("-", "", "-", "all"),
      ("", "", "-", "all"),
      ("a e", "", "-", "ejazz aether salad drone ceska dnb strasse rad istanbul fip"),
      ("nhk 日本", "", "-", "nhk"),
    ] as [(String, String, String, String)])
  func table(query: String, passed: String, found: String, ranked: String) {
    let stations = Self.list.stations
    #expect(stations.filter(StationFilter(words: [query]).passes).map(\.id).joined(separator: " ") == passed)
    #expect(Self.found(query) == found)
    var index = StationIndex()
    index.update(stations)
    let all = stations.map(\.id).joined(separator: " ")
    let places = index.places(fitting: FuzzyQuery(query)).compactMap { index.station(at: $0)?.id }
    #expect(places.joined(separator: " ") == (ranked == "all" ? all : ranked))
  }
}
