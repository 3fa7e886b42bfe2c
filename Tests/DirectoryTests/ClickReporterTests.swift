import Directory
import Downloader
import Stations
import Synchronization
import TestSupport
import Testing

@Suite("Click reports to the directory", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ClickReporterTests {
  private static func station(_ number: Int) -> Station {
    Station(id: "s\(number)", name: "S", url: "http://h/", directoryID: DirectoryServer.Entry.id(number))
  }

  /// Runs a reporter that sends to `url`, and stops it when `body` returns.
  /// It keeps its times at `path`.
  private static func live(
    _ url: String, path: String? = nil, _ body: (ClickReporter) async throws -> Void
  ) async throws {
    let reporter = ClickReporter(
      downloader: Fixture.downloader, servers: try DirectoryServers(address: url), path: path, note: { _ in })
    let reporting = Task { await reporter.run() }
    try await body(reporter)
    reporting.cancel()
    await reporting.value
  }

  @Test("the reporter reports each directory station once a day, and no other station")
  func once() async throws {
    let server = try DirectoryServer((1...3).map { .init($0, "Radio") })
    try await Self.live(server.url) { reporter in
      reporter.heard(Station(id: "own", name: "Own", url: "http://h/"))
      for number in [1, 2, 1, 1, 2, 3] { reporter.heard(Self.station(number)) }
      #expect(ProcessRunner.eventually { server.clicks.count == 3 })
    }
    #expect(server.clicks == (1...3).map(DirectoryServer.Entry.id))
    #expect(server.requests.count == 3)
  }

  private func text(_ folder: Scratch) -> String {
    String(decoding: folder.read("other/clicks.json"), as: UTF8.self)
  }

  @Test("a click counts for a day also over restarts and for other programs, and one that could not be sent does not")
  func restarts() async throws {
    let folder = try Scratch()
    let path = folder.path("state/clicks.json")
    let server = try DirectoryServer((1...3).map { .init($0, "Radio") })
    for number in 1...3 {
      try await Self.live(server.url, path: path) { reporter in
        reporter.heard(Self.station(1))
        reporter.heard(Self.station(number))
        // The last one shows that the first was considered.
        #expect(ProcessRunner.eventually { server.clicks.last == DirectoryServer.Entry.id(number) })
      }
    }
    #expect(server.clicks == (1...3).map(DirectoryServer.Entry.id))
    let failing = try ScriptedServer { $0.answer("503 Service Unavailable") }
    let other = folder.path("other/clicks.json")
    try await Self.live(failing.url, path: other) { reporter in
      reporter.heard(Self.station(1))
      #expect(ProcessRunner.eventually { failing.callCount == 1 })
      // The click is forgotten once the answer was read.
      #expect(ProcessRunner.eventually { !text(folder).contains(DirectoryServer.Entry.id(1)) })
    }
    try await Self.live(server.url, path: other) { reporter in
      reporter.heard(Self.station(1))
      #expect(ProcessRunner.eventually { server.clicks.count == 4 })
    }
  }

  @Test("the times are of one day, at most 256, and those of a clock that was set back count as well")
  func times() throws {
    let folder = try Scratch()
    let times = ClickTimes(path: folder.path("clicks.json")) { _ in }
    let day = ClickTimes.lifetime
    #expect(try times.record("a", at: 1_800_000_000))
    #expect(try !times.record("a", at: 1_800_000_000 + day - 1))
    #expect(try !times.record("a", at: 1_800_000_000 - day + 1))
    #expect(try times.record("a", at: 1_800_000_000 + day))
    try times.forget("a")
    #expect(try times.record("a", at: 1_800_000_000 + day))
    for number in 1..<ClickTimes.maximumStations { #expect(try times.record("s\(number)", at: 1_800_000_000 + day)) }
    #expect(try !times.record("one more", at: 1_800_000_000 + day))
    #expect(folder.size("clicks.json") < 64 << 10)
    #expect(try times.record("one more", at: 1_800_000_000 + 2 * day))
    #expect(folder.size("clicks.json") < 200, "times of the day before are dropped")
    try folder.write(
      #"{"version":1,"clicks":{"a":-1,"b":"x","c":99999999999999999999,"d":1800000000}}"#, as: "clicks.json")
    #expect(try times.record("a", at: 1_800_000_000) && !times.record("d", at: 1_800_000_000))
  }

  @Test("without a place for its time no click is sent")
  func noPlace() async throws {
    let server = try DirectoryServer([.init(1, "Radio")])
    let lines = Mutex<[String]>([])
    let reporter = ClickReporter(
      downloader: Fixture.downloader, servers: try DirectoryServers(address: server.url), path: "/dev/null/clicks.json",
      note: { line in lines.withLock { $0.append(line) } })
    let reporting = Task { await reporter.run() }
    reporter.heard(Self.station(1))
    #expect(ProcessRunner.eventually { lines.withLock { $0.contains { $0.contains("no click is sent") } } })
    reporting.cancel()
    await reporting.value
    #expect(server.requests.isEmpty)
  }

  @Test("a report that fails is sent again when the station is heard the next time")
  func fault() async throws {
    let server = try ScriptedServer { call in
      call.answer(call.number == 0 ? "503 Service Unavailable" : "200 OK", body: Array("{}".utf8))
    }
    try await Self.live(server.url) { reporter in
      let isPublished = ProcessRunner.eventually {
        reporter.heard(Self.station(1))
        return server.requests.count == 2
      }
      #expect(isPublished)
    }
    #expect(server.requests.allSatisfy { $0.path == "/json/url/\(DirectoryServer.Entry.id(1))" })
  }

  @Test("a cancelled reporter waits neither for the answer of a slow server nor for the clicks in its queue")
  func cancelled() async throws {
    let lines = Atomic(0)
    let server = try ScriptedServer { call in
      call.send("HTTP/1.0 200 OK\r\n")
      while call.send("X: y\r\n") {
        lines.add(1, ordering: .relaxed)
        call.pause(.milliseconds(100))
      }
    }
    try await Self.live(server.url) { reporter in
      for number in 1...99 { reporter.heard(Self.station(number)) }
      #expect(ProcessRunner.eventually { lines.load(ordering: .relaxed) > 0 })
    }
    // An answer would have 80 lines before the reporter gives it up, after 8 s.
    let sent = lines.load(ordering: .relaxed)
    #expect(server.callCount == 1 && sent < 60, "\(sent) lines")
  }
}
