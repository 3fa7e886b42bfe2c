import AudioCore
import Glibc
import Logging
import NIOPosix
import RadioLibrary
import RadioModel
import Remote
import Stations
import Terminal
import TestSupport
import Testing

@Suite("The library of a daemon's radio")
struct RemoteLibraryTests {
  /// The changes that a library wants: text, path and socket.
  private typealias Made = Outcomes<[String]>

  /// Runs `body` with the library of a daemon, and the socket of that daemon.
  private static func withLibrary(
    _ daemon: (FakeDaemon) -> Void = { _ in },
    _ body: (RemoteLibrary, FakeDaemon, _ socket: String, _ made: Made) async throws -> Void
  ) async throws {
    let scratch = try Scratch()
    let socket = scratch.path("radiod.sock")
    let fake = try FakeDaemon(socketPath: socket)
    defer { fake.stop() }
    daemon(fake)
    let client = RadioClient(address: try DaemonAddress(path: socket), group: MultiThreadedEventLoopGroup.singleton)
    let radio = RemoteRadio(client: client, reconnectMode: .forever)
    let made = Made()
    let library = RemoteLibrary(
      client: client, radio: radio, searcher: StationSearcher { _ in .found([], note: nil) },
      change: { (change, path, socket) throws(TuneError) in
        made.add(["\(change)", path, socket])
        return "made"
      }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await during {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await radio.run() }
        group.addTask { await library.run() }
      }
    } _: {
      try await body(library, fake, socket, made)
    }
    await client.close()
  }

  private static func stations(_ ids: String..., path: String? = nil) -> String {
    let entries = ids.map { #"{"id":"\#($0)","name":"\#($0)","url":"http://h/\#($0)","tags":[],"favourite":true}"# }
    return "{\(path.map { "\"path\":\"\($0)\"," } ?? "")\"stations\":[\(entries.joined(separator: ","))]}"
  }

  private static func log(_ run: String, _ numbers: ClosedRange<Int>) -> String {
    let records = numbers.map {
      #"{"number":\#($0),"time":1,"clock":"","level":"info","category":"Radio","text":"\#(run)\#($0)"}"#
    }
    return #"{"started":"\#(run)","warnings":1,"errors":2,"records":[\#(records.joined(separator: ","))]}"#
  }

  @Test("the stations follow the daemon's events, and changes go to the list's file")
  func stations() async throws {
    try await Self.withLibrary {
      $0.answer("/api/stations", with: Self.stations("a", "b", path: "/list"))
    } _: {
      library, daemon, socket, made in
      #expect(await eventually { library.stations.stations.map(\.id) == ["a", "b"] })
      let version = library.stations.version
      #expect(library.stations.fault == nil)
      daemon.answer("/api/stations", with: Self.stations("a", "b", "c", path: "/list"))
      daemon.emit("stations", "{}")
      #expect(await eventually { library.stations.stations.count == 3 && library.stations.version != version })
      let outcomes = Outcomes<StationChangeOutcome>()
      library.change(.delete(id: "a"), done: outcomes.add)
      #expect(await eventually { outcomes.all == [.done("made")] })
      #expect(made.all == [["\(StationChange.delete(id: "a"))", "/list", socket]])
    }
  }

  @Test("a daemon that changes its list is asked to, whatever the path, and the outcome is that of the change")
  func changer() async throws {
    let answer = #"{"version":7,"fault":"a fault","stations":[{"id":"a","name":"A","url":"http://a/","picture":"/p"}]}"#
    func changed(_ more: String) -> String {
      #"{"version":8,"station":{"id":"a","name":"A","url":"http://a/"\#(more)}}"#
    }
    try await Self.withLibrary { daemon in
      daemon.answer("/api/stations", with: answer)
      daemon.answer("/api/stations/%61", with: changed(#","tags":["x","y"]"#))
      daemon.answer("/api/stations/%61/remove", with: #"{"version":9}"#)
      daemon.answer("/api/stations/order", with: #"{"version":9}"#)
      daemon.answer("POST /api/stations", with: changed(""))
    } _: { library, daemon, _, made in
      #expect(await eventually { library.stations.stations.count == 1 })
      #expect(library.stations.fault == "a fault" && library.stations.stations[0].other.isEmpty)
      let rows: [(StationChange, String, StationChangeOutcome)] = [
        (.setFavourite(id: "a", true), #"POST /api/stations/%61 {"favourite":true}"#, .done("a is a favourite")),
        (
          .setTags(id: "a", [" x\u{1B}", "", "y"]), #"POST /api/stations/%61 {"tags":["x","y"]}"#,
          .done("tags of a: x, y")
        ),
        (
          .edit(id: "a", StationEdit(name: "B", url: "http://b/")),
          #"POST /api/stations/%61 {"name":"B","url":"http://b/"}"#, .done("edited a")
        ),
        (
          .add(Station(id: "", name: "A", url: "http://a/")),
          #"POST /api/stations {"station":{"name":"A","url":"http://a/","tags":[],"favourite":false,"alternates":[]}}"#,
          .done("added a")
        ),
        (
          .move(id: "a", position: 3), #"POST /api/stations/order {"id":"a","position":3}"#,
          .done("a: number 3 in the list")
        ),
        (.delete(id: "a"), "POST /api/stations/%61/remove {}", .done("deleted a")),
        (.delete(id: "b"), "POST /api/stations/%62/remove {}", .refused("there is nothing here")),
      ]
      for (change, request, outcome) in rows {
        let outcomes = Outcomes<StationChangeOutcome>()
        library.change(change, done: outcomes.add)
        #expect(await eventually { outcomes.all == [outcome] }, "\(outcomes.all)")
        #expect(
          daemon.asked.map { String($0.split(separator: "\n")[0]) }.contains(request), "\(daemon.asked.suffix(3))")
      }
      #expect(made.all.isEmpty)
    }
  }

  @Test("without a path the list cannot be changed, and the fault says so")
  func noPath() async throws {
    try await Self.withLibrary {
      $0.answer("/api/stations", with: Self.stations("a"))
    } _: { library, _, _, made in
      #expect(await eventually { library.stations.stations.count == 1 })
      #expect(library.stations.fault?.contains("cannot be changed from here") == true)
      let outcomes = Outcomes<StationChangeOutcome>()
      library.change(.delete(id: "a"), done: outcomes.add)
      #expect(await eventually { outcomes.all.count == 1 })
      guard case .refused(let reason)? = outcomes.all.first else {
        Issue.record("\(outcomes.all)")
        return
      }
      #expect(reason.contains("cannot be changed from here") && made.all.isEmpty)
    }
  }

  @Test("titles and stations played last are asked for when they are looked at, and after each event")
  func titles() async throws {
    try await Self.withLibrary { daemon in
      daemon.answer("/api/stations", with: Self.stations("a"))
      daemon.answer("/api/recent", with: Self.stations("x", "y"))
    } _: { library, daemon, _, _ in
      #expect(await eventually { library.stations.stations.count == 1 })
      #expect(!daemon.asked.contains { $0.contains("history") || $0.contains("recent") || $0.contains("log") })
      #expect(await eventually { library.titles.entries.map(\.title) == ["Artist - Song", "Older"] })
      #expect(await eventually { library.recent.map(\.id) == ["x", "y"] })
      let version = library.titles.version
      daemon.answer("/api/history", with: #"{"titles":[{"time":5,"title":"New","name":"N"}]}"#)
      daemon.emit("title", #"{"title":"New","name":"N"}"#)
      #expect(await eventually { library.titles.entries.map(\.title) == ["New"] && library.titles.version != version })
    }
  }

  @Test("the log goes on over a restart of the daemon with numbers without gaps, and keeps 1,000 records")
  func log() async throws {
    try await Self.withLibrary {
      $0.answer("/api/log", with: Self.log("a", 1...3))
    } _: { library, daemon, _, _ in
      #expect(await eventually { library.log(after: 0).records.map(\.text) == ["a1", "a2", "a3"] })
      #expect(library.log(after: 2).records.map(\.text) == ["a3"] && library.log(after: 3).records.isEmpty)
      #expect(library.log(after: 0).warnings == 1 && library.log(after: 0).errors == 2)
      daemon.answer("/api/log", with: Self.log("b", 1...2))
      #expect(await eventually { library.log(after: 3).records.map(\.text) == ["b1", "b2"] })
      #expect(library.log(after: 0).records.map(\.number) == Array(1...5))
      daemon.answer("/api/log", with: Self.log("b", 3...1002))
      #expect(await eventually { library.log(after: 0).records.last?.number == 1005 })
      #expect(library.log(after: 0).records.count == 1000)
    }
  }

  @Test("the performance comes from the metrics while it is looked at")
  func performance() async throws {
    func metrics(_ seconds: Double) -> String {
      """
      # HELP process_cpu_seconds_total x
      process_cpu_seconds_total \(seconds)
      process_resident_memory_bytes 20000000
      springradio_device_faults_total 3
      springradio_retries_total 4
      springradio_decoding_ratio 0.0025
      springradio_state{state="playing"} 1

      """
    }
    try await Self.withLibrary {
      $0.answer("/metrics", with: metrics(5))
    } _: { library, daemon, _, _ in
      #expect(!daemon.asked.contains("GET /metrics"))
      #expect(await eventually { library.performance?.processorShare == 0 })
      let figures = library.performance
      #expect(figures?.residentBytes == 20_000_000 && figures?.deviceFaults == 3 && figures?.reconnects == 4)
      #expect(figures?.decodingShare == 0.0025)
    }
    #expect(RemoteFigures(metrics: "process_cpu_seconds_total x\n") == nil && RemoteFigures(metrics: "") == nil)
  }

  @Test("a daemon that stops leaves what was known, and one that comes back is asked again")
  func restart() async throws {
    try await Self.withLibrary {
      $0.answer("/api/stations", with: Self.stations("a"))
    } _: {
      library, daemon, socket, _ in
      #expect(await eventually { library.stations.stations.count == 1 })
      daemon.stop()
      unlink(socket)
      #expect(library.stations.stations.count == 1)
      let second = try FakeDaemon(socketPath: socket)
      defer { second.stop() }
      second.answer("/api/stations", with: Self.stations("p", "q"))
      #expect(await eventually { library.stations.stations.map(\.id) == ["p", "q"] })
    }
  }
}
