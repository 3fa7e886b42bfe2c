import Glibc
import RadioModel
import Remote
import Stations
import TestSupport
import Testing

@Suite("Stations, titles, log and figures of a daemon's radio")
struct RemotePartsTests {
  private static func log(_ run: String, _ numbers: ClosedRange<Int>) -> String {
    let records = numbers.map {
      #"{"number":\#($0),"time":1,"clock":"","level":"info","category":"Radio","text":"\#(run)\#($0)"}"#
    }
    return #"{"started":"\#(run)","warnings":1,"errors":2,"records":[\#(records.joined(separator: ","))]}"#
  }

  @Test("titles and stations played last are asked for when they are looked at, and after each event")
  func titles() async throws {
    try await Daemons.withRadio { daemon in
      daemon.answer("/api/stations", with: Daemons.stations("a"))
      daemon.answer("/api/recent", with: Daemons.stations("x", "y"))
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.stations.stations.count == 1 })
      #expect(!daemon.asked.contains { $0.contains("history") || $0.contains("recent") || $0.contains("log") })
      #expect(await Daemons.eventually { radio.titles.entries.map(\.title) == ["Artist - Song", "Older"] })
      #expect(await Daemons.eventually { radio.recent.map(\.id) == ["x", "y"] })
      let version = radio.titles.version
      daemon.answer("/api/history", with: #"{"titles":[{"time":5,"title":"New","name":"N"}]}"#)
      daemon.emit("title", #"{"title":"New","name":"N"}"#)
      #expect(
        await Daemons.eventually { radio.titles.entries.map(\.title) == ["New"] && radio.titles.version != version })
    }
  }

  @Test("the log goes on over a restart of the daemon with numbers without gaps, and keeps 1,000 records")
  func log() async throws {
    try await Daemons.withRadio {
      $0.answer("/api/log", with: Self.log("a", 1...3))
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.log(after: 0).records.map(\.text) == ["a1", "a2", "a3"] })
      #expect(radio.log(after: 2).records.map(\.text) == ["a3"] && radio.log(after: 3).records.isEmpty)
      #expect(radio.log(after: 0).warnings == 1 && radio.log(after: 0).errors == 2)
      daemon.answer("/api/log", with: Self.log("b", 1...2))
      #expect(await Daemons.eventually { radio.log(after: 3).records.map(\.text) == ["b1", "b2"] })
      #expect(radio.log(after: 0).records.map(\.number) == Array(1...5))
      daemon.answer("/api/log", with: Self.log("b", 3...1002))
      #expect(await Daemons.eventually { radio.log(after: 0).records.last?.number == 1005 })
      #expect(radio.log(after: 0).records.count == 1000)
    }
  }

  @Test("the figures are asked for while they are looked at, and have the share of the processor at the second time")
  func figures() async throws {
    try await Daemons.withRadio { daemon in
      daemon.answer(
        "/api/figures",
        with: #"{"processorSeconds":5,"residentBytes":20000000,"deviceFaults":3,"reconnects":4,"decodingShare":0.0025}"#
      )
    } _: { radio, daemon, _ in
      #expect(await Daemons.eventually { radio.status.state == .playing })
      #expect(!daemon.asked.contains("GET /api/figures"))
      #expect(await Daemons.eventually { radio.figures?.processorShare == 0 })
      let figures = radio.figures
      #expect(figures?.residentBytes == 20_000_000 && figures?.deviceFaults == 3 && figures?.reconnects == 4)
      #expect(figures?.decodingShare == 0.0025)
      daemon.answer("/api/figures", with: #"{"processorSeconds":8}"#)
      let asked = daemon.asked.count { $0 == "GET /api/figures" }
      #expect(
        await Daemons.eventually {
          radio.figures?.processorSeconds != 5 || daemon.asked.count { $0 == "GET /api/figures" } > asked + 1
        })
      #expect(radio.figures?.processorSeconds == 5, "an answer without the memory is not an answer")
    }
  }

  @Test("a daemon that stops leaves what was known, and one that comes back is asked again")
  func restart() async throws {
    try await Daemons.withRadio(reconnectMode: .forever) {
      $0.answer("/api/stations", with: Daemons.stations("a"))
    } _: {
      radio, daemon, daemons in
      #expect(await Daemons.eventually { radio.stations.stations.count == 1 })
      daemon.stop()
      unlink(daemons.socketPath)
      #expect(radio.stations.stations.count == 1)
      let second = try FakeDaemon(socketPath: daemons.socketPath)
      defer { second.stop() }
      second.answer("/api/stations", with: Daemons.stations("p", "q"))
      #expect(await Daemons.eventually { radio.stations.stations.map(\.id) == ["p", "q"] })
    }
  }

  private static func recordings(_ state: String, seconds: String) -> String {
    let recording =
      #"{"id":4,"kind":"keep","state":"\#(state)","title":"A - B\u0007","station":"S","seconds":\#(seconds),"#
    return #"{"recordings":[\#(recording)"bytes":9,"files":["S/A - B.mp3"],"complete":true},{"id":"none"}]}"#
  }

  @Test("recordings are asked for while one is written, and once more when none is any more")
  func recordings() async throws {
    try await Daemons.withRadio {
      $0.answer("/api/recordings", with: Self.recordings("writing", seconds: "1e300"))
    } _: { radio, daemon, _ in
      func asked() -> Int { daemon.asked.count { $0 == "GET /api/recordings" } }
      #expect(await Daemons.eventually { radio.status.state == .playing && radio.recordingList.isEmpty })
      #expect(asked() == 0)
      daemon.set(["recordings": "1"])
      #expect(await Daemons.eventually { radio.status.recordings == 1 && radio.recordingList.count == 1 })
      let recording = try #require(radio.recordingList.first)
      #expect(recording.id == 4 && recording.kind == .keep && recording.state == .writing)
      #expect(recording.title == "A - B" && recording.seconds.isFinite && recording.files == ["S/A - B.mp3"])
      daemon.answer("/api/recordings", with: Self.recordings("done", seconds: "12.5"))
      daemon.set(["recordings": "0"])
      #expect(await Daemons.eventually { radio.status.recordings == 0 && radio.recordingList.first?.state == .done })
      let count = asked()
      // After a title there are two more rounds of requests.
      func rounds() -> Int { daemon.asked.count { $0.contains("/api/history") } }
      #expect(await Daemons.eventually { !radio.titles.entries.isEmpty })
      let before = rounds()
      daemon.emit("title", #"{"title":"New","name":"N"}"#)
      #expect(
        await Daemons.eventually {
          !radio.titles.entries.isEmpty && !radio.recordingList.isEmpty && rounds() >= before + 2
        })
      #expect(asked() == count)
    }
  }

  @Test("a title is kept by its number or without one, is in the list at once, and a refusal has the daemon's words")
  func keep() async throws {
    let answer = #"{"id":7,"kind":"keep","state":"waiting","title":"A\u001b - B","station":"S"}"#
    try await Daemons.withRadio {
      $0.answer("/api/keep", with: answer)
    } _: { radio, daemon, daemons in
      #expect(try await radio.keep(title: nil).id == 7)
      let kept = try await radio.keep(title: 12)
      #expect(kept.title == "A - B" && kept.state == .waiting && radio.recordingList == [kept])
      #expect(daemon.asked.filter { $0.contains("keep") } == ["POST /api/keep {}", #"POST /api/keep {"title":12}"#])
    }
  }

  @Test("the sound that is kept is asked for while it is looked at, with its titles")
  func timeShift() async throws {
    try await Daemons.withRadio { daemon in
      daemon.answer(
        "/api/timeshift",
        with: #"""
          {"start":1.5,"end":90,"live":88,"position":60,"bytes":5,"titles":[
          {"id":3,"start":1,"end":50,"title":"A\u001b - B","at":"2026-11-21T14:02:03.500+01:00"},
          {"id":4,"start":50,"title":"C","at":"2026-11-21T14:02:53.000+01:00"},{"id":5,"start":60,"title":"","at":"x"}]}
          """#)
    } _: { radio, daemon, _ in
      func asked() -> Int { daemon.asked.count { $0 == "GET /api/timeshift" } }
      #expect(await Daemons.eventually { radio.status.state == .playing && radio.timeShift == nil })
      #expect(asked() == 0, "no sound is kept")
      daemon.set(["seekableStart": "1.5", "seekableEnd": "90"])
      #expect(await Daemons.eventually { radio.status.seekable != nil && radio.timeShift != nil })
      let kept = try #require(radio.timeShift)
      #expect(kept.start == 1.5 && kept.live == 88 && kept.titles.map(\.title) == ["A - B", "C"])
      #expect(kept.titles.map(\.id) == [3, 4] && kept.titles.map(\.end) == [50, nil] && kept.heardTitle?.id == 4)
      #expect(kept.titles.map(\.receivedAt) == [1_795_266_123.5, 1_795_266_173])
      daemon.set(["seekableStart": nil, "seekableEnd": nil])
      #expect(await Daemons.eventually { radio.status.seekable == nil && radio.timeShift == nil })
    }
  }
}
