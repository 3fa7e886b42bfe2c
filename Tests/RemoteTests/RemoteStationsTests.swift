import RadioModel
import Remote
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("The station list of a daemon, its changes, and searches")
struct RemoteStationsTests {
  private typealias Call = (StationChange, String, report: String)

  private static let changed = #"{"version":8,"station":{"id":"a","name":"A","url":"http://a/"}}"#
  private static let changedTags = #"{"version":8,"station":{"id":"a","name":"A","url":"http://a/","tags":["x","y"]}}"#

  /// The first lines of the requests, with their bodies.
  private static func asked(_ daemon: FakeDaemon) -> [String] {
    daemon.asked.map { String($0.split(separator: "\n")[0]) }
  }

  private static func error(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("the stations follow the daemon's events")
  func follow() async throws {
    try await Daemons.withRadio {
      $0.answer("/api/stations", with: Daemons.stations("a", "b", version: 7))
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.stations.stations.map(\.id) == ["a", "b"] })
      #expect(radio.stations.version == 7 && radio.stations.fault == nil)
      daemon.answer("/api/stations", with: Daemons.stations("a", "b", "c", version: 8))
      daemon.emit("stations", "{}")
      #expect(await Daemons.eventually { radio.stations.stations.count == 3 && radio.stations.version == 8 })
    }
  }

  @Test("the daemon makes the changes, and the station is that of its answer")
  func changes() async throws {
    let answer = #"{"version":7,"fault":"a fault","stations":[{"id":"a","name":"A","url":"http://a/","picture":"/p"}]}"#
    try await Daemons.withRadio { daemon in
      daemon.answer("/api/stations", with: answer)
      daemon.answer("/api/stations/a", with: Self.changedTags)
      daemon.answer("/api/stations/a/remove", with: #"{"version":9}"#)
      daemon.answer("/api/stations/order", with: #"{"version":9}"#)
      daemon.answer("POST /api/stations", with: Self.changed)
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.stations.stations.count == 1 })
      #expect(radio.stations.fault == "a fault" && radio.stations.stations[0].other.isEmpty)
      let rows: [Call] = [
        (.setFavourite(id: "a", true), #"POST /api/stations/a {"favourite":true}"#, "A is a favourite"),
        (.setTags(id: "a", [" x\u{1B}", "", "y"]), #"POST /api/stations/a {"tags":["x","y"]}"#, "tags of A: x, y"),
        (
          .edit(id: "a", StationEdit(name: "B", url: "http://b/")),
          #"POST /api/stations/a {"name":"B","url":"http://b/"}"#, "edited A"
        ),
        (
          .add(Station(id: "", name: "A", url: "http://a/")),
          #"POST /api/stations {"station":{"name":"A","url":"http://a/","tags":[],"favourite":false,"alternates":[]}}"#,
          "added A"
        ),
        (
          .move(id: "a", position: 3), #"POST /api/stations/order {"id":"a","position":3}"#, "A: number 3 in the list"
        ),
        (.delete(id: "a"), "POST /api/stations/a/remove {}", "deleted A"),
      ]
      for (change, request, report) in rows {
        let station = try await radio.change(change, ifVersion: nil)
        #expect(station.name == "A" && change.report(of: station) == report)
        #expect(Self.asked(daemon).contains(request), "\(daemon.asked.suffix(3))")
      }
      let unknown = await Self.error { _ = try await radio.change(.delete(id: "b"), ifVersion: nil) }
      #expect(unknown == "there is nothing here" && Self.asked(daemon).contains("POST /api/stations/b/remove {}"))
      _ = try await radio.change(.setFavourite(id: "a", false), ifVersion: 7)
      #expect(Self.asked(daemon).contains(#"POST /api/stations/a {"favourite":false,"ifVersion":7}"#))
      _ = try await radio.change(.delete(id: "a"), ifVersion: 7)
      #expect(Self.asked(daemon).contains(#"POST /api/stations/a/remove {"ifVersion":7}"#))
      let count = daemon.asked.count { $0.hasPrefix("POST") }
      var newID = StationEdit()
      newID.id = "b"
      let refusal = await Self.error { _ = try await radio.change(.edit(id: "a", newID), ifVersion: nil) }
      #expect(refusal?.contains("changes no ids") == true && daemon.asked.count { $0.hasPrefix("POST") } == count)
    }
  }

  @Test("a list without a version cannot be changed, and the fault says so")
  func noVersion() async throws {
    try await Daemons.withRadio {
      $0.answer("/api/stations", with: Daemons.stations("a"))
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.stations.stations.count == 1 })
      #expect(radio.stations.fault?.contains("cannot be changed from here") == true)
      let version = radio.stations.version
      let reason = await Self.error { _ = try await radio.change(.delete(id: "a"), ifVersion: nil) }
      #expect(reason == radio.stations.fault && !daemon.asked.contains { $0.hasPrefix("POST") })
      daemon.answer("/api/stations", with: Daemons.stations("a", "b"))
      daemon.emit("stations", "{}")
      #expect(await Daemons.eventually { radio.stations.stations.count == 2 && radio.stations.version > version })
    }
  }

  @Test("a found station is added as the daemon found it, or whole where the daemon no longer has the search")
  func addFound() async throws {
    let id = "0123abcd-0000-4000-8000-0123456789ab"
    let station = Station(id: "", name: "A", url: "http://a/", directoryID: id)
    try await Daemons.withRadio {
      $0.answer("POST /api/stations", with: Self.changed)
    } _: { radio, daemon, _ in
      let added = try await radio.change(.add(station), ifVersion: nil)
      #expect(added.id == "a")
      #expect(Self.asked(daemon).filter { $0.hasPrefix("POST") } == [#"POST /api/stations {"directoryId":"\#(id)"}"#])
      let requests = Mutex(0)
      daemon.answer("POST /api/stations") { call in
        let isFirst = requests.withLock { count in
          count += 1
          return count == 1
        }
        let body = isFirst ? #"{"error":"search again"}"# : Self.changed
        call.answer(
          isFirst ? "404 Not Found" : "200 OK", headers: ["Content-Type: application/json"], body: Array(body.utf8))
      }
      let addedWhole = try await radio.change(.add(station), ifVersion: 3)
      #expect(addedWhole.id == "a")
      #expect(
        Self.asked(daemon).filter { $0.hasPrefix("POST") }.suffix(2) == [
          #"POST /api/stations {"directoryId":"\#(id)","ifVersion":3}"#,
          #"POST /api/stations {"station":{"name":"A","url":"http://a/","tags":[],"favourite":false,"#
            + #""directoryId":"\#(id)","alternates":[]},"ifVersion":3}"#,
        ])
    }
  }

  @Test("a change that fails or is cancelled does not hold up the next")
  func failedChange() async throws {
    var limits = Daemons.limits
    limits.answer = .seconds(20)
    try await Daemons.withRadio(limits: limits) { daemon in
      daemon.answer("/api/stations/order") { $0.waitForEnd() }
      daemon.answer("POST /api/stations", with: Self.changed)
    } _: { radio, daemon, _ in
      let first = Task.immediate { try await radio.change(.move(id: "a", position: 1), ifVersion: nil) }
      #expect(await Daemons.eventually { daemon.asked.contains { $0.hasPrefix("POST /api/stations/order") } })
      let second = Task.immediate { try await radio.change(.delete(id: "b"), ifVersion: nil) }
      let third = Task.immediate {
        try await radio.change(.add(Station(id: "", name: "A", url: "http://a/")), ifVersion: nil)
      }
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      await #expect(throws: DaemonError.self) { try await second.value }
      let added = try await third.value
      #expect(added.id == "a")
    }
  }

  @Test("a search goes through the daemon, and where the directory is off, it says so")
  func search() async throws {
    let found = """
      {"stations":[{"directoryId":"0123abcd-0000-4000-8000-0123456789ab","name":"F\\u001b","url":"http://f/",\
      "tags":["x"],"codec":"MP3","kilobits":128,"isHLS":false,"isWorking":true,"votes":7,"clicks":2,"listedAs":"f",\
      "picture":"/p"},\
      {"name":"file","url":"file:///etc/passwd"}],"age":0,"isCached":true,"fault":"no answer",\
      "foundIn":"tag","report":"no station has ‘jazz’\\u001b"}
      """
    try await Daemons.withRadio {
      $0.answer("/api/directory/search", with: found)
    } _: { radio, daemon, _ in
      let result = try await radio.search("jazz \"x\"")
      #expect(daemon.asked.contains(#"POST /api/directory/search {"words":"jazz \"x\"","limit":100}"#))
      #expect(result.stations.map(\.station.name) == ["F"] && result.stations[0].listedID == "f")
      #expect(result.stations[0].votes == 7 && result.stations[0].kilobits == 128)
      #expect(result.isCached && result.note == "no answer; this was found a moment ago")
      #expect(result.foundIn == .tag && result.report == "no station has ‘jazz’")
      daemon.answer("/api/directory/search", with: #"{"stations":[],"foundIn":"x"}"#)
      let older = try await radio.search("jazz")
      #expect(older.foundIn == nil && older.report == "the directory has no station that fits")
      let off = "the station directory is turned off by the setting 'directory'"
      daemon.answer("/api/directory/search", with: #"{"error":"\#(off)"}"#, status: "403 Forbidden")
      #expect(await Self.error { _ = try await radio.search("jazz") } == off)
      daemon.answer("/api/directory/search", with: "{}")
      let reason = await Self.error { _ = try await radio.search("jazz") }
      #expect(reason?.contains("its answer has no stations") == true)
    }
  }

  @Test("a search and a check may take longer than other requests")
  func slowSearch() async throws {
    var limits = Daemons.shortLimits
    limits.silence = .seconds(20)
    try await Daemons.withRadio(limits: limits) { daemon in
      daemon.answer("/api/directory/search") { call in
        call.pause(Daemons.shortLimits.answer * 2)
        call.answer(headers: ["Content-Type: application/json"], body: Array(#"{"stations":[]}"#.utf8))
      }
    } _: { radio, _, _ in
      let result = try await radio.search("jazz")
      #expect(result.stations.isEmpty)
    }
  }

  @Test("the daemon checks whether a station plays: a found one by its directory id, another one by its address")
  func check() async throws {
    let id = "0123abcd-0000-4000-8000-0123456789ab"
    try await Daemons.withRadio { daemon in
      daemon.answer(
        "/api/directory/check",
        with: #"{"plays":true,"codec":"mp3","kilobits":128,"sampleRate":44100,"channels":2,"name":"F\u001b"}"#)
    } _: { radio, daemon, _ in
      let check = StationCheck(codec: "mp3", kilobits: 128, sampleRate: 44_100, channels: 2, name: "F")
      for listedID in ["", "f"] {
        let found = try await radio.check(Station(id: listedID, name: "F", url: "http://f/", directoryID: id))
        #expect(found == check)
      }
      #expect(
        daemon.asked.filter { $0.hasPrefix("POST") } == [
          #"POST /api/directory/check {"directoryId":"\#(id)"}"#, #"POST /api/directory/check {"url":"http://f/"}"#,
        ])
      daemon.answer("/api/directory/check", with: #"{"plays":false,"reason":"no sound within 15 s"}"#)
      let station = Station(id: "", name: "F", url: "http://f/")
      #expect(await Self.error { _ = try await radio.check(station) } == "no sound within 15 s")
    }
  }
}
