import AudioCore
import JSON
import Stations
import Testing

@Suite("Changes of a station list")
struct StationChangeTests {
  private static let list = StationList(stations: [
    Station(id: "a", name: "A", url: "http://user:secret@a.example/live", alternates: ["http://a.example/2"]),
    Station(id: "b", name: "B", url: "http://b.example/", tags: ["jazz"], favourite: true),
  ])

  /// Makes `change` in `list`, and returns what it says.
  private func make(_ change: StationChange, in list: inout StationList) throws -> String {
    let station = try change.apply(to: &list)
    if case .delete = change {} else { #expect(list.stations.contains(station)) }
    return change.report(of: station)
  }

  @Test("each change does what it says, and names the station")
  func changes() throws {
    var list = Self.list
    #expect(try make(.setFavourite(id: "a", true), in: &list) == "A is a favourite")
    #expect(try make(.setFavourite(id: "b", false), in: &list) == "B is not a favourite")
    #expect(list.stations.map(\.favourite) == [true, false])
    #expect(try make(.setTags(id: "b", [" soul\u{1B} ", "soul", "", "funk"]), in: &list) == "tags of B: soul, funk")
    #expect(list.stations[1].tags == ["soul", "funk"])
    #expect(try make(.setTags(id: "b", []), in: &list) == "B has no tags")
    let edit = StationEdit(name: " Bee ", url: "HTTP://bee.example")
    #expect(try make(.edit(id: "b", edit), in: &list) == "edited Bee")
    #expect(list.stations[1].name == "Bee" && list.stations[1].url == "http://bee.example")
    let found = Station(id: "", name: "Jazz Radio", url: "http://jazz.example/", alternates: ["http://jazz.example/2"])
    #expect(try make(.add(found), in: &list) == "added Jazz Radio")
    #expect(list.stations.last?.alternates == found.alternates)
    #expect(try make(.move(id: "jazz-radio", position: 1), in: &list) == "Jazz Radio: number 1 in the list")
    #expect(try make(.move(id: "a", position: 3), in: &list) == "A: number 3 in the list")
    #expect(list.stations.map(\.id) == ["jazz-radio", "b", "a"])
    #expect(try make(.delete(id: "a"), in: &list) == "deleted A")
    #expect(list.stations.map(\.id) == ["jazz-radio", "b"])
  }

  @Test("an edit changes what it has, an empty text removes a value, and the rest of the entry stays")
  func edits() throws {
    let other = [JSONMember("mine", JSONValue(.number("1")))]
    let station = Station(
      id: "a", name: "A", url: "http://a.example/", homepage: "http://u:p@a.example/", image: "http://u:p@a.example/i",
      tags: ["x"], country: "Deutschland", language: "german", encoding: "windows-1251", userAgent: "U",
      alternates: ["http://a.example/2"], directoryID: "d", other: other)
    #expect(try StationEdit().applied(to: station) == station)
    var same = StationEdit(name: "A", url: "http://a.example/")
    (same.homepage, same.image, same.country, same.language) =
      ("http://a.example/", "http://a.example/i", "Deutschland", "german")
    #expect(try same.applied(to: station) == station, "also values that a new entry could not have")
    var edit = StationEdit(name: "B", url: "ICY://b.example/")
    (edit.id, edit.homepage, edit.image, edit.favourite) = ("b", "https://b.example/", "https://b.example/i", true)
    (edit.tags, edit.country, edit.language, edit.encoding) = ([" y ", "", "y", "z"], "fr", "fra", "koi8-r")
    let wanted = Station(
      id: "b", name: "B", url: "http://b.example/", homepage: "https://b.example/", image: "https://b.example/i",
      tags: ["y", "z"], country: "FR", language: "fra", encoding: "koi8-r", userAgent: "U",
      alternates: ["http://a.example/2"], favourite: true, directoryID: "d", other: other)
    #expect(try edit.applied(to: station) == wanted)
    edit = StationEdit()
    (edit.homepage, edit.image, edit.tags, edit.country) = ("", "", [], "")
    (edit.language, edit.encoding) = ("", "")
    let bare = try edit.applied(to: station)
    #expect([bare.homepage, bare.image, bare.country, bare.language, bare.encoding] == [nil, nil, nil, nil, nil])
    #expect(bare.tags.isEmpty && bare.other == other)
  }

  @Test(
    "a new value that no list may have is refused by name",
    arguments: [
      ("country", "FRA"), ("country", "ß1"), ("language", "french"), ("language", "f"), ("homepage", "ftp://a/"),
      ("image", "data:image/png,"), ("id", "A"), ("id", "-a"), ("encoding", "none"), ("url", "http://a b/"),
      ("url", ""),
    ])
  func invalid(_ what: String, _ value: String) throws {
    var edit = StationEdit()
    switch what {
    case "country": edit.country = value
    case "language": edit.language = value
    case "homepage": edit.homepage = value
    case "image": edit.image = value
    case "encoding": edit.encoding = value
    case "id": edit.id = value
    default: edit.url = value
    }
    let error = #expect(throws: TuneError.self) { try edit.applied(to: Self.list.stations[0]) }
    let subject = what == "url" ? "the address" : "the " + what
    #expect(error?.description.contains(subject) == true, "\(String(describing: error))")
  }

  @Test("an address that is edited as a view shows it keeps its password, and the rest of the entry stays")
  func password() throws {
    var list = Self.list
    _ = try StationChange.edit(id: "a", StationEdit(name: "New", url: "http://a.example/live")).apply(to: &list)
    #expect(list.stations[0].url == "http://user:secret@a.example/live" && list.stations[0].name == "New")
    #expect(list.stations[0].alternates == ["http://a.example/2"])
  }

  @Test(
    "an invalid change is refused with a sentence, and changes nothing",
    arguments: [
      .setFavourite(id: "x", true), .delete(id: "x"), .setTags(id: "x", []), .move(id: "x", position: 1),
      .move(id: "a", position: 0), .move(id: "a", position: 3), .edit(id: "x", StationEdit()),
      .edit(id: "a", StationEdit(name: " ", url: "http://a/")),
      .edit(id: "a", StationEdit(name: "A", url: "ftp://a/")),
      .edit(id: "a", StationEdit(name: "A", url: "http://b.example/")),
      .edit(id: "a", StationEdit(name: "A\u{1B}", url: "http://a/")), .add(Station(id: "", name: "", url: "http://c/")),
      .add(Station(id: "", name: "C", url: "http://c d/")), .add(Station(id: "", name: "B2", url: "http://b.example/")),
      .setTags(id: "a", (0..<100).map { "t\($0)" }),
    ] as [StationChange])
  func refusals(_ change: StationChange) {
    var list = Self.list
    let error = #expect(throws: TuneError.self) { try change.apply(to: &list) }
    #expect(error?.description.isEmpty == false && list == Self.list)
  }
}
