import AudioCore
import Directory
import Downloader
import NIOPosix
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("A search for what a person typed")
struct WordSearchTests {
  private static let entries: [DirectoryServer.Entry] = [
    .init(1, "Jazz Radio", tags: ["jazz", "lounge", "smooth jazz"], clicks: 5),
    .init(2, "Bar One", tags: ["lounge", "smooth", "jazz"], country: "DE", codec: "AAC", clicks: 9),
    .init(3, "Rock", tags: ["rock"], clicks: 7),
  ]

  private static func search(
    _ text: String, in directory: StationDirectory, limit: Int = 20, refresh: Bool = false
  ) async throws -> StationDirectory.Outcome {
    try await directory.search(SearchWords(text), limit: limit, refresh: refresh)
  }

  @Test("words are searched in names, and in tags with one more request when no name has them")
  func places() async throws {
    let server = try DirectoryServer(Self.entries)
    let directory = try Fixture().directory(server.url)
    let rows: [(text: String, names: [String], place: SearchWords.Place?, requests: Int)] = [
      ("jazz", ["Jazz Radio"], .name, 1), ("lounge", ["Bar One", "Jazz Radio"], .tag, 2),
      ("smooth jazz", ["Bar One", "Jazz Radio"], .tag, 2), ("lounge @de", ["Bar One"], .tag, 2),
      ("lounge codec:mp3", ["Jazz Radio"], .tag, 2), ("jazz #lounge", ["Jazz Radio"], .name, 1),
      ("smooth #lounge @de", ["Bar One"], .tag, 2), ("#lounge", ["Bar One", "Jazz Radio"], nil, 1),
      ("@de", ["Bar One"], nil, 1), ("#nothing", [], nil, 1), ("nothing", [], .tag, 2), (",", [], .name, 1),
    ]
    for row in rows {
      let before = server.searches.count
      // Rows share requests, which the cache would answer.
      let outcome = try await Self.search(row.text, in: directory, refresh: true)
      #expect(outcome.finding.stations.map(\.name) == row.names, "\(row.text)")
      #expect(outcome.foundIn == row.place, "\(row.text)")
      #expect(server.searches.count - before == row.requests, "\(row.text)")
    }
    _ = try await Self.search("smooth #rock @de codec:aac", in: directory)
    let last = server.searches.suffix(2)
    #expect(last.first?["name"] == "smooth" && last.first?["tagList"] == "rock")
    #expect(last.last?["name"] == nil && last.last?["tagList"] == "rock,smooth")
    #expect(last.allSatisfy { $0["countrycode"] == "DE" && $0["codec"] == "aac" && $0["limit"] == "20" })
  }

  @Test("both requests are answered from the cache for a day")
  func cached() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    let directory = try fixture.directory(server.url)
    for _ in 0..<2 {
      #expect(try await Self.search("lounge", in: directory).finding.stations.count == 2)
      #expect(server.searches.count == 2)
    }
    fixture.wait(90_000)
    server.stop()
    let old = try await Self.search("lounge", in: directory)
    #expect(old.foundIn == .tag && old.finding.stations.count == 2 && old.failure != nil)
  }

  @Test("a search that finds nothing leaves the numbers of the last one that found something")
  func lastSearch() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    let directory = try fixture.directory(server.url)
    _ = try await Self.search("rock", in: directory)
    let outcome = try await Self.search("nothing", in: directory)
    #expect(outcome.finding.stations.isEmpty && outcome.memoryFault == nil)
    #expect(fixture.cache.last?.stations.map(\.name) == ["Rock"])
    _ = try await Self.search("lounge", in: directory)
    #expect(fixture.cache.last?.stations.map(\.name) == ["Bar One", "Jazz Radio"])
  }

  @Test("the request for tags ends with the time of one search")
  func deadline() async throws {
    let server = try ScriptedServer { call in
      call.pause(.milliseconds(700))
      call.answer(body: Array("[]".utf8))
    }
    var limits = DirectoryLimits()
    limits.total = .seconds(1)
    let directory = StationDirectory(
      downloader: Fixture.downloader, servers: try DirectoryServers(address: server.url), cache: try Fixture().cache,
      limits: limits)
    await #expect(throws: DirectoryError.self) { try await Self.search("lounge", in: directory) }
  }

  @Test("a station with 100,000 tags is left out, and a directory of such stations alone gives one sentence")
  func manyTags() async throws {
    let tags = (0..<100_000).map { "t\($0)" }.joined(separator: ",")
    func entry(_ number: Int, _ tags: String) -> String {
      #"{"stationuuid":"\#(DirectoryServer.Entry.id(number))","name":"N\#(number)","url":"http://h/","tags":"\#(tags)"}"#
    }
    let bad = entry(1, tags)
    for (entries, names) in [([bad, entry(2, "a,b")], ["N2"]), ([bad], nil)] as [([String], [String]?)] {
      let server = try ScriptedServer { call in
        let isName = call.request.path.contains("name=")
        call.answer(body: Array((isName ? "[]" : "[\(entries.joined(separator: ","))]").utf8))
      }
      let directory = try Fixture().directory(server.url)
      if let names {
        #expect(try await Self.search("lounge", in: directory).finding.stations.map(\.name) == names)
      } else {
        let failure = await #expect(throws: DirectoryError.self) { try await Self.search("lounge", in: directory) }
        #expect(failure?.description.contains("not a list of stations") == true)
      }
    }
  }

  @Test("words that are too long for the directory are refused before it is asked")
  func longWords() async throws {
    let server = try DirectoryServer([])
    let directory = try Fixture().directory(server.url)
    for text in [String(repeating: "x", count: 201), "#" + String(repeating: "y", count: 201)] {
      await #expect(throws: OptionError.self) { try await Self.search(text, in: directory) }
    }
    // The words are short enough for a name, but not together with the tags.
    let both = "#" + String(repeating: "y", count: 150) + " " + String(repeating: "x", count: 100)
    let outcome = try await Self.search(both, in: directory)
    #expect(outcome.foundIn == .name && outcome.finding.stations.isEmpty && server.searches.count == 1)
  }
}
