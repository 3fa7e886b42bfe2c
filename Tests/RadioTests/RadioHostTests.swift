import AudioCore
import Downloader
import Foundation
import NIOPosix
import Player
import Radio
import RadioModel
import Stations
import SystemSupport
import TestSupport
import Testing

@Suite("The radio of this process")
struct RadioHostTests {
  private static func json(_ ids: String...) -> String {
    let entries = ids.map { #"{"id":"\#($0)","name":"\#($0.uppercased()) FM","url":"http://127.0.0.1:1/\#($0)"}"# }
    return #"{"version":1,"stations":[\#(entries.joined(separator: ","))]}"#
  }

  /// The list in a file, which begins with a list of the program.
  private struct UserFile: StationListOrigin {
    let path: String?
    let unchangeable = ""

    func list() throws(TuneError) -> StationList {
      try StationList.load(from: .user(path: path ?? ""), shipped: Array(json("shipped").utf8))
    }

    func beginning() throws(TuneError) -> StationList? { nil }
    func changed(to list: StationList, beginning: StationList?) {}
  }

  /// A radio that plays nothing, and its list's file.
  private struct Fixture {
    let scratch: Scratch
    let path: String
    let tuner: Tuner
    let radio: RadioHost
    let log = LogStore(started: 0)
    let recent: RecentStations
    let faults = Outcomes<String>()

    init(demo: @escaping @Sendable () async throws -> Station = { throw CancellationError() }) throws {
      scratch = try Scratch()
      path = try scratch.write(json("a", "b"), as: "stations.json")
      var options = TunerOptions()
      options.output = .silent
      options.endsWithFirstSource = false
      options.stations = try StationList.load(path: path).stations
      let opener = StreamOpener(
        downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:]))
      let tuner = Tuner(options: options, opener: opener)
      self.tuner = tuner
      recent = RecentStations(path: scratch.path("recent.json"))
      let library = StationLibrary(UserFile(path: path), list: StationList(stations: options.stations)) { stations in
        tuner.reload(stations: stations)
      }
      radio = RadioHost(
        tuner, library: library, history: TitleHistory(path: nil), recent: recent, log: log,
        finder: StationFinder(directory: nil, opener: opener), demo: demo,
        listInterval: .milliseconds(10), onFault: { [faults] in faults.add($0) })
    }

    /// Runs `body` while the radio works.
    func live(_ body: () async throws -> Void) async throws {
      let playing = Task { await tuner.run() }
      try await during(radio.run, body)
      tuner.send(.quit)
      _ = await playing.value
    }
  }

  @Test("a change is in the file, in the list and in the tuner")
  func change() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      let version = fixture.radio.stations.version
      let changed = try await fixture.radio.change(.setFavourite(id: "b", true), ifVersion: version)
      #expect(changed.id == "b" && changed.favourite)
      let list = fixture.radio.stations
      #expect(list.stations.map(\.favourite) == [false, true] && list.version > version && list.fault == nil)
      #expect(fixture.tuner.snapshot.stations == list.stations)
      let written = try StationList.load(path: fixture.path)
      #expect(written.stations == list.stations)
      await #expect(throws: StationLibrary.ChangeError.outdated) {
        try await fixture.radio.change(.delete(id: "b"), ifVersion: version)
      }
    }
  }

  @Test("the demo of a view's list is started and played, unless another station was chosen meanwhile")
  func demo() async throws {
    let start = OneShotEvent()
    let fixture = try Fixture {
      _ = await start.wait(limit: TestTime.seconds(20))
      return Station(id: Station.demoID, name: Station.demo.name, url: "http://127.0.0.1:1/")
    }
    func isTuned(to id: String) -> Bool { fixture.tuner.snapshot.source?.station?.id == id }
    try await fixture.live {
      fixture.radio.send(.play(.station(.demo)))
      fixture.radio.send(.play(.station(fixture.radio.stations.stations[0])))
      start.set()
      try await eventually { isTuned(to: "a") }
      _ = try await fixture.radio.perform(.play(.station(.demo)))
      #expect(isTuned(to: "demo") && fixture.tuner.snapshot.source?.station?.url == "http://127.0.0.1:1/")
      _ = try await fixture.radio.perform(.play(.station(fixture.radio.stations.stations[1])))
      #expect(isTuned(to: "b"))
      fixture.radio.send(.play(.station(.demo)))
      try await eventually { isTuned(to: "demo") }
    }
    let broken = try Fixture()
    try await broken.live {
      await #expect(throws: ServiceError.self) { try await broken.radio.perform(.play(.station(.demo))) }
      broken.radio.send(.play(.station(.demo)))
      try await eventually { broken.faults.all.contains("the built-in station cannot be started") }
    }
  }

  @Test("a list that another program changes is taken over, and a change keeps what it did")
  func otherProgram() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      try fixture.scratch.write(Self.json("a", "b", "c"), as: "stations.json")
      try await eventually { fixture.radio.stations.stations.count == 3 }
      try await eventually { fixture.tuner.snapshot.stations.count == 3 }
      try fixture.scratch.write(Self.json("c", "d"), as: "stations.json")
      let added = try await fixture.radio.change(.add(Station(id: "", name: "Neu", url: "http://n/")), ifVersion: nil)
      #expect(added.id == "neu")
      await #expect(throws: TuneError.self) { try await fixture.radio.change(.delete(id: "a"), ifVersion: nil) }
      #expect(fixture.radio.stations.stations.map(\.id) == ["c", "d", "neu"])
    }
  }

  @Test("a list that becomes invalid stays as it was, says why once, is never overwritten, and recovers")
  func invalid() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      try fixture.scratch.write("{ broken", as: "stations.json")
      try await eventually { fixture.radio.stations.fault != nil }
      #expect(fixture.radio.stations.stations.map(\.id) == ["a", "b"])
      await #expect {
        try await fixture.radio.change(.delete(id: "a"), ifVersion: nil)
      } throws: { "\($0)".contains("stations.json") }
      let text = try String(contentsOfFile: fixture.path, encoding: .utf8)
      #expect(text == "{ broken")
      try fixture.scratch.write(Self.json("z"), as: "stations.json")
      try await eventually {
        let list = fixture.radio.stations
        return list.fault == nil && list.stations.map(\.id) == ["z"]
      }
      try FileManager.default.removeItem(atPath: fixture.path)
      try await eventually { fixture.radio.stations.stations.map(\.id) == ["shipped"] }
      #expect(fixture.faults.all.count == 1 && fixture.faults.all.first?.contains("stations.json") == true)
    }
  }

  @Test("the log, the figures and the stations played last are shown")
  func rest() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      fixture.log.add(.warning, category: "Radio", "x", at: 0)
      #expect(fixture.radio.log(after: 0).records.count == 1 && fixture.radio.log(after: 1).warnings == 1)
      fixture.recent.add(Station(id: "a", name: "A", url: "http://a/"))
      #expect(fixture.radio.recent.map(\.id) == ["a"])
      #expect(fixture.radio.titles == TitleList())
      fixture.radio.history.add(title: "T", station: nil, name: "N", at: 5)
      #expect(fixture.radio.titles.entries.map(\.title) == ["T"] && fixture.radio.titles.version == 1)
      let figures = try #require(fixture.radio.figures)
      #expect(figures.residentBytes > 1 << 20 && figures.decodingShare == nil && figures.processorSeconds > 0)
    }
  }

  @Test("the queue is changed, and an entry that is not there is refused")
  func queue() async throws {
    let fixture = try Fixture()
    try await fixture.live {
      let before = fixture.radio.queue()
      #expect(before.entries.map(\.station) == ["a", "b"] && before.isStationList)
      let added = try await fixture.radio.edit(.add("b"))
      #expect(added.entries.map(\.station) == ["a", "b", "b"] && added.added == added.entries.last?.number)
      let removed = try await fixture.radio.edit(.remove(QueueRemoval(.position(1), version: added.version)))
      #expect(removed.entries.map(\.station) == ["b", "b"])
      for (request, kind) in [
        (QueueRequest.remove(QueueRemoval(.position(9))), ServiceError.Kind.notFound),
        (.remove(QueueRemoval(.position(1), version: added.version)), .conflict), (.add("nothing"), .notFound),
      ] {
        await #expect { try await fixture.radio.edit(request) } throws: { ($0 as? ServiceError)?.kind == kind }
      }
      await #expect {
        try await fixture.radio.search("jazz")
      } throws: { ($0 as? ServiceError)?.kind == .forbidden }
    }
  }
}
