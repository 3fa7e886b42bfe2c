import MPDServer
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("Playlists that follow from the station list", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDPlaylistTests {
  private static func station(_ id: String, tags: [String] = [], isFavourite: Bool = false) -> Station {
    Station(id: id, name: id.uppercased(), url: "http://127.0.0.1:1/\(id)", tags: tags, favourite: isFavourite)
  }

  private static let stations = [
    station("a", tags: ["Jazz", "Live"], isFavourite: true), station("b", tags: ["Jazz", "a/b"]),
    station("c", tags: ["Live", "a/b", "Jazz"], isFavourite: true), station("d", tags: ["a/b"]),
  ]

  @Test("there are the favourites and the tags of three stations, and no tag that cannot be a name")
  func names() {
    let lists = MPDStationLists(Self.stations)
    #expect(lists.names == ["Favourites", "Jazz"])
    #expect(lists.stations(in: "Favourites")?.map(\.id) == ["a", "c"])
    #expect(lists.stations(in: "Jazz")?.map(\.id) == ["a", "b", "c"])
    for name in ["Live", "a/b", "jazz", "", "None"] { #expect(lists.stations(in: name) == nil, "\(name)") }
    let plain = MPDStationLists((0..<5).map { Self.station("s\($0)", tags: ["Favourites"]) })
    #expect(plain.names.isEmpty && plain.stations(in: "Favourites") == nil, "a tag does not take the name")
  }

  @Test("the number of tags is bounded, and the most common ones stay")
  func bounds() {
    let stations = (0..<4).map { number in
      Self.station("s\(number)", tags: (0..<500).map { "tag\($0)" } + (number == 3 ? [] : ["rare"]))
    }
    let names = MPDStationLists(stations).names
    #expect(names.count == MPDStationLists.maximumTags && !names.contains("rare"))
  }

  @Test("clients list and load them, a change is refused, and a saved queue of the same name comes first")
  func clients() async throws {
    try await MPDFixture.with { fixture in
      let client = try fixture.client()
      #expect(try client.ask("listplaylists") == ["OK"])
      client.lines.send("idle stored_playlist\n")
      fixture.tuner.reload(stations: Self.stations)
      #expect(try client.answer() == ["changed: stored_playlist", "OK"])
      let names = try client.ask("listplaylists").filter { $0.hasPrefix("playlist: ") }
      #expect(names == ["playlist: Favourites", "playlist: Jazz"])
      #expect(try client.ask("lsinfo").contains("playlist: Jazz"))
      let files = ["file: http://127.0.0.1:1/a", "file: http://127.0.0.1:1/c", "OK"]
      #expect(try client.ask("listplaylist Favourites") == files)
      #expect(try client.ask("listplaylistinfo Jazz").contains("Title: B"))
      #expect(try client.ask("clear") == ["OK"] && client.ask("load Favourites") == ["OK"])
      #expect(fixture.tuner.snapshot.queue.entries.map(\.source) == [0, 2].map { .station(Self.stations[$0]) })
      for change in [
        "save Jazz", "rm Jazz", "rename Jazz x", "rename x Jazz", "playlistadd Jazz http://127.0.0.1:1/x",
        "playlistclear Jazz", "playlistdelete Jazz 0", "playlistmove Jazz 0 1", "searchaddpl Jazz any a",
        "save Favourites",
      ] {
        let answer = try client.ask(change)
        #expect(answer.first?.hasPrefix("ACK [4@0] {") == true && answer.count == 1, "\(change): \(answer)")
      }
      #expect(try client.ask("save mine") == ["OK"] && client.ask("save mine")[0].hasPrefix("ACK [56@0]"))
      // A queue that was saved before the tag was common.
      try fixture.folder.write(fixture.folder.read("playlists/mine.json"), as: "playlists/Jazz.json")
      #expect(try client.ask("listplaylist Jazz") == files)
      #expect(try client.ask("listplaylists").count { $0 == "playlist: Jazz" } == 1)
      #expect(try client.ask("playlistdelete Jazz 0") == ["OK"] && client.ask("rm Jazz") == ["OK"])
      #expect(try client.ask("listplaylist Jazz").count == 4)
    }
  }
}
