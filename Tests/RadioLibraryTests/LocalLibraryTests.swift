import AudioCore
import Downloader
import Foundation
import NIOPosix
import Radio
import RadioLibrary
import RadioModel
import Stations
import Terminal
import TestSupport
import Testing

@Suite("The library of a radio in this process")
struct LocalLibraryTests {
  private static func json(_ ids: String...) -> String {
    let entries = ids.map { #"{"id":"\#($0)","name":"\#($0.uppercased()) FM","url":"http://127.0.0.1:1/\#($0)"}"# }
    return #"{"version":1,"stations":[\#(entries.joined(separator: ","))]}"#
  }

  /// A radio that plays nothing, its list's file, and its library.
  private struct Fixture {
    let scratch: Scratch
    let path: String
    let tuner: Tuner
    let library: LocalLibrary
    let log = LogStore(started: 0)
    let recent: RecentStations

    init() throws {
      scratch = try Scratch()
      path = try scratch.write(json("a", "b"), as: "stations.json")
      var options = TunerOptions()
      options.output = .silent
      options.endsWithFirstSource = false
      options.stations = try StationList.load(path: path).stations
      tuner = Tuner(
        options: options,
        opener: StreamOpener(
          downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])))
      recent = RecentStations(path: scratch.path("recent.json"))
      library = LocalLibrary(
        tuner,
        list: ViewedListFile(
          .user(path: path), stations: options.stations, fault: nil, shipped: Array(Self.shipped.utf8)),
        change: { [path] (change) throws(TuneError) in
          var text = ""
          try StationList.update(path: path, beginning: nil) { (list, _) throws(TuneError) in
            text = change.report(of: try change.apply(to: &list))
          }
          return text
        }, searcher: StationSearcher { _ in .found([], note: nil) }, recent: recent, log: log)
    }

    private static let shipped = json("shipped")

    /// Runs `body` while the library and the radio work.
    func live(_ body: () async throws -> Void) async throws {
      let playing = Task { await tuner.run() }
      try await during(library.run, body)
      tuner.send(.quit)
      _ = await playing.value
    }
  }

  @Test("a change is in the file, in the view and in the tuner")
  func change() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      let outcomes = Outcomes<StationChangeOutcome>()
      let version = fixture.library.stations.version
      fixture.library.change(.setFavourite(id: "b", true), done: outcomes.add)
      #expect(await eventually { outcomes.all == [.done("b is a favourite")] })
      let viewed = fixture.library.stations
      #expect(viewed.stations.map(\.favourite) == [false, true] && viewed.version != version && viewed.fault == nil)
      #expect(fixture.tuner.snapshot.stations == viewed.stations)
      let written = try StationList.load(path: fixture.path)
      #expect(written.stations == viewed.stations)
    }
  }

  @Test("a list that another program changes is shown, and a change keeps what it did")
  func otherProgram() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      try fixture.scratch.write(Self.json("a", "b", "c"), as: "stations.json")
      #expect(await eventually { fixture.library.stations.stations.count == 3 })
      #expect(fixture.tuner.snapshot.stations.count == 3)
      try fixture.scratch.write(Self.json("c", "d"), as: "stations.json")
      let outcomes = Outcomes<StationChangeOutcome>()
      fixture.library.change(.add(Station(id: "", name: "Neu", url: "http://n/")), done: outcomes.add)
      fixture.library.change(.delete(id: "a"), done: outcomes.add)
      #expect(await eventually { outcomes.all.count == 2 })
      #expect(fixture.library.stations.stations.map(\.id) == ["c", "d", "neu"])
      guard case .refused? = outcomes.all.last else {
        Issue.record("\(outcomes.all)")
        return
      }
    }
  }

  @Test("a list that becomes invalid stays as it was, says why, is never overwritten, and recovers")
  func invalid() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      try fixture.scratch.write("{ broken", as: "stations.json")
      #expect(await eventually { fixture.library.stations.fault != nil })
      #expect(fixture.library.stations.stations.map(\.id) == ["a", "b"])
      let outcomes = Outcomes<StationChangeOutcome>()
      fixture.library.change(.delete(id: "a"), done: outcomes.add)
      #expect(await eventually { !outcomes.all.isEmpty })
      guard case .refused(let reason)? = outcomes.all.first else {
        Issue.record("\(outcomes.all)")
        return
      }
      #expect(reason.contains("stations.json"))
      let text = try String(contentsOfFile: fixture.path, encoding: .utf8)
      #expect(text == "{ broken")
      try fixture.scratch.write(Self.json("z"), as: "stations.json")
      #expect(
        await eventually {
          let viewed = fixture.library.stations
          return viewed.fault == nil && viewed.stations.map(\.id) == ["z"]
        })
      try FileManager.default.removeItem(atPath: fixture.path)
      #expect(await eventually { fixture.library.stations.stations.map(\.id) == ["shipped"] })
    }
  }

  @Test("the log, the performance and the stations played last are shown")
  func rest() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      fixture.log.add(.warning, category: "Radio", "x", at: 0)
      #expect(fixture.library.log(after: 0).records.count == 1 && fixture.library.log(after: 1).warnings == 1)
      fixture.recent.note(Station(id: "a", name: "A", url: "http://a/"))
      #expect(fixture.library.recent.map(\.id) == ["a"])
      #expect(await eventually { fixture.library.performance != nil })
      let figures = try #require(fixture.library.performance)
      #expect(figures.processorShare >= 0 && figures.residentBytes > 1 << 20 && figures.decodingShare == nil)
    }
  }
}
