import AudioCore
import RadioLibrary
import Stations
import Terminal
import Testing

@Suite("Changes of a station list by a view")
struct StationChangeTests {
  private static let list = StationList(stations: [
    Station(id: "a", name: "A", url: "http://user:secret@a.example/live", alternates: ["http://a.example/2"]),
    Station(id: "b", name: "B", url: "http://b.example/", tags: ["jazz"], favourite: true),
  ])

  @Test("each change does what it says, and names the station")
  func changes() throws {
    var list = Self.list
    #expect(try StationChange.setFavourite(id: "a", true).apply(to: &list) == "a is a favourite")
    #expect(try StationChange.setFavourite(id: "b", false).apply(to: &list) == "b is no favourite")
    #expect(list.stations.map(\.favourite) == [true, false])
    #expect(
      try StationChange.setTags(id: "b", [" soul\u{1B} ", "soul", "", "funk"]).apply(to: &list)
        == "tags of b: soul, funk")
    #expect(list.stations[1].tags == ["soul", "funk"])
    #expect(try StationChange.setTags(id: "b", []).apply(to: &list) == "b has no tags")
    #expect(try StationChange.edit(id: "b", name: " Bee ", url: "HTTP://bee.example").apply(to: &list) == "edited b")
    #expect(list.stations[1].name == "Bee" && list.stations[1].url.lowercased().hasPrefix("http://bee.example"))
    let found = Station(id: "", name: "Jazz Radio", url: "http://jazz.example/", alternates: ["http://jazz.example/2"])
    #expect(try StationChange.add(found).apply(to: &list) == "added jazz-radio")
    #expect(list.stations.last?.alternates == found.alternates)
    #expect(try StationChange.delete(id: "a").apply(to: &list) == "deleted a")
    #expect(list.stations.map(\.id) == ["b", "jazz-radio"])
  }

  @Test("an address that is edited as a view shows it keeps its password, and the rest of the entry stays")
  func password() throws {
    var list = Self.list
    _ = try StationChange.edit(id: "a", name: "New", url: "http://a.example/live").apply(to: &list)
    #expect(list.stations[0].url == "http://user:secret@a.example/live" && list.stations[0].name == "New")
    #expect(list.stations[0].alternates == ["http://a.example/2"])
  }

  @Test(
    "an invalid change is refused with a sentence, and changes nothing",
    arguments: [
      .setFavourite(id: "x", true), .delete(id: "x"), .setTags(id: "x", []),
      .edit(id: "a", name: " ", url: "http://a/"),
      .edit(id: "a", name: "A", url: "ftp://a/"), .edit(id: "a", name: "A", url: "http://b.example/"),
      .edit(id: "a", name: "A\u{1B}", url: "http://a/"), .add(Station(id: "", name: "", url: "http://c/")),
      .add(Station(id: "", name: "C", url: "http://c d/")), .add(Station(id: "", name: "B2", url: "http://b.example/")),
      .setTags(id: "a", (0..<100).map { "t\($0)" }),
    ] as [StationChange])
  func refusals(_ change: StationChange) {
    var list = Self.list
    let error = #expect(throws: TuneError.self) { try change.apply(to: &list) }
    #expect(error?.description.isEmpty == false && list == Self.list)
  }
}
