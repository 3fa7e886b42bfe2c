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
  private static func live(_ url: String, _ body: (ClickReporter) async throws -> Void) async throws {
    let reporter = ClickReporter(
      downloader: Fixture.downloader, servers: try DirectoryServers(address: url), note: { _ in })
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
