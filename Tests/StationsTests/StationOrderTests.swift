import AudioCore
import Stations
import Testing

@Suite("Filtering, moving and replacing the entries of a list")
struct StationOrderTests {
  private static let list = StationList(stations: [
    Station(id: "fip", name: "FIP", url: "http://h/fip", tags: ["eclectic", "Drum'n'Bass"], country: "FR"),
    Station(
      id: "salad", name: "Groove Salad", url: "http://h/salad", tags: ["ambient"], country: "US", favourite: true),
    Station(id: "ocean", name: "Radio Océan", url: "http://h/ocean", tags: ["jazz", "ambient"], country: "fr"),
    Station(id: "nn", name: "N. N.", url: "http://h/nn"),
  ])

  @Test(
    "words, tags and a country find the stations that have all of them",
    arguments: [
      ([], [], nil, ["fip", "salad", "ocean", "nn"]), (["SALAD"], [], nil, ["salad"]),
      (["ocean", "jazz"], [], nil, ["ocean"]), (["ocean", "rock"], [], nil, []), (["drum n bass"], [], nil, ["fip"]),
      ([], ["ambient"], nil, ["salad", "ocean"]), ([], ["ambient", "jazz"], nil, ["ocean"]),
      ([], ["amb"], "FR", ["ocean"]), ([], [], "fr", ["fip", "ocean"]), (["-"], [], nil, []), ([], ["fip"], nil, []),
    ] as [([String], [String], String?, [String])])
  func filter(words: [String], tags: [String], country: String?, ids: [String]) {
    let filter = StationFilter(words: words, tags: tags, country: country)
    #expect(Self.list.stations.filter(filter.passes).map(\.id) == ids)
  }

  @Test(
    "stations move to a place, and the others keep their order",
    arguments: [
      (["ocean"], .first, ["ocean", "fip", "salad", "nn"]), (["fip"], .last, ["salad", "ocean", "nn", "fip"]),
      (["fip"], .before("nn"), ["salad", "ocean", "fip", "nn"]),
      (["nn"], .after("fip"), ["fip", "nn", "salad", "ocean"]),
      (["nn", "ocean", "nn"], .before("salad"), ["fip", "nn", "ocean", "salad"]),
      (["salad"], .after("fip"), ["fip", "salad", "ocean", "nn"]),
      (["nn", "fip"], .first, ["nn", "fip", "salad", "ocean"]),
    ] as [([String], StationList.Place, [String])])
  func move(ids: [String], place: StationList.Place, order: [String]) throws {
    var list = Self.list
    try list.move(ids, to: place)
    #expect(list.stations.map(\.id) == order)
  }

  @Test("a move to an invalid place, or of an unknown station, fails and leaves the list unchanged")
  func noPlace() {
    var list = Self.list
    #expect(throws: TuneError.invalidRequest(message: "'fip' cannot move relative to itself")) {
      try list.move(["fip", "nn"], to: .after("fip"))
    }
    #expect(throws: TuneError.unknownStation("salat", suggestions: ["salad"])) {
      try list.move(["fip"], to: .before("salat"))
    }
    #expect(throws: TuneError.unknownStation("salat", suggestions: ["salad"])) { try list.move(["salat"], to: .first) }
    #expect(list == Self.list)
  }

  @Test("an entry is replaced, unless the new one is invalid or has another entry's id or address")
  func replace() throws {
    var list = Self.list
    var station = list.stations[1]
    station.id = "groove"
    station.url = "https://h/new"
    try list.replace("salad", with: station)
    #expect(list.stations.map(\.id) == ["fip", "groove", "ocean", "nn"] && list.stations[1] == station)
    let before = list
    for (id, change, error) in [
      ("groove", { $0.id = "fip" }, TuneError.conflict(message: "the id 'fip' is taken by FIP")),
      ("groove", { $0.url = "HTTP://H:80/fip" }, .conflict(message: "'fip' (FIP) has this address already")),
      ("groove", { $0.name = " " }, .invalidRequest(message: "the name is empty")),
      ("groov", { _ in }, .unknownStation("groov", suggestions: ["groove"])),
    ] as [(String, (inout Station) -> Void, TuneError)] {
      var changed = station
      change(&changed)
      #expect(throws: error) { try list.replace(id, with: changed) }
    }
    #expect(list == before)
    // A user may have written two entries of one address by hand: each of them can be changed.
    list.stations.append(Station(id: "twin", name: "Twin", url: station.url))
    try list.replace("groove", with: Station(id: "groove", name: "Salad", url: station.url))
    #expect(list.stations[1].name == "Salad")
  }
}
