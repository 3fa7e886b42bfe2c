import AudioCore
import Directory
import Downloader
import Foundation
import NIOPosix
import Synchronization
import SystemSupport
import TestSupport
import Testing

/// The parts of a station directory: a cache in a scratch folder, and a clock that the test moves.
final class Fixture: Sendable {
  let scratch: Scratch
  private let time = Mutex(1_700_000_000)

  init() throws { scratch = try Scratch() }

  var folder: String { scratch.path("cache/searches") }
  var cache: SearchCache { SearchCache(folder: folder) { self.time.withLock { $0 } } }
  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  func wait(_ seconds: Int) { time.withLock { $0 += seconds } }

  static var downloader: Downloader { Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:]) }

  func directory(
    _ url: String, by downloader: Downloader = Fixture.downloader, server: Duration = TestTime.seconds(10),
    disk: Duration? = nil
  ) throws -> StationDirectory {
    var limits = DirectoryLimits()
    (limits.server, limits.total, limits.disk) = (server, server * 2, TestTime.seconds(10))
    if let disk { (limits.disk, limits.lastSearch) = (disk, disk) }
    return StationDirectory(
      downloader: downloader, servers: try DirectoryServers(address: url), cache: cache, limits: limits)
  }

  /// The names of the stations that a search for `words` at `url` finds.
  func search(
    _ words: String..., at url: String, refresh: Bool = false, server: Duration = TestTime.seconds(10)
  ) async throws -> [String] {
    try await directory(url, server: server).search(DirectoryQuery(words: words), refresh: refresh)
      .finding.stations.map(\.name)
  }
}

@Suite("The station directory")
struct StationDirectoryTests {
  private static let entries: [DirectoryServer.Entry] = [
    .init(1, "Jazz Radio", tags: ["jazz", "blues"], clicks: 5),
    .init(2, "TSF Jazz", tags: ["jazz"], codec: "AAC", clicks: 9),
    .init(3, "Broken Jazz", clicks: 99, isWorking: false),
    .init(4, "Rock & Roll", tags: ["rock"], country: "DE", clicks: 7),
  ]
  /// An answer with one station.
  private static let answer = Array(
    #"[{"stationuuid":"\#(DirectoryServer.Entry.id(1))","name":"Radio","url":"http://h/"}]"#.utf8)

  @Test("a search finds the matching stations that work, the most played first")
  func search() async throws {
    let server = try DirectoryServer(Self.entries)
    let directory = try Fixture().directory(server.url)
    let rows: [(query: DirectoryQuery, names: [String])] = [
      (try DirectoryQuery(words: ["jazz"]), ["TSF Jazz", "Jazz Radio"]),
      (try DirectoryQuery(words: ["rock", "&", "roll"]), ["Rock & Roll"]),
      (try DirectoryQuery(), ["TSF Jazz", "Rock & Roll", "Jazz Radio"]),
      (try DirectoryQuery(limit: 1), ["TSF Jazz"]),
      (try DirectoryQuery(country: "de"), ["Rock & Roll"]),
      (try DirectoryQuery(country: "country of d"), ["Rock & Roll"]),
      (try DirectoryQuery(tags: ["jazz", "blues"]), ["Jazz Radio"]),
      (try DirectoryQuery(codec: "aac"), ["TSF Jazz"]),
      (try DirectoryQuery(words: ["nothing"]), []),
    ]
    for row in rows {
      let outcome = try await directory.search(row.query, refresh: false)
      #expect(outcome.finding.stations.map(\.name) == row.names, "\(row.query)")
      #expect(outcome.failure == nil)
    }
    #expect(server.requests.allSatisfy { $0.header("User-Agent")?.hasPrefix("SpringRadio/") == true })
    #expect(server.requests.allSatisfy { $0.header("Icy-MetaData") == nil }, "no titles are wanted between its lines")
  }

  @Test("a public directory cannot offer addresses of this machine or a private network; a local directory can")
  func privateStations() async throws {
    let server = try ScriptedServer { call in
      let addresses = [
        ("http://192.168.1.1/reboot", "http://h.example/"), ("http://h.example/1", "http://127.0.0.1:8600/"),
        ("http://[fe80::1]/", ""), ("http://localhost/", ""), ("http://nas.lan/", ""),
        ("http://router/", ""), ("http://h.example/2", "https://198.51.100.1/"),
      ]
      let entries = addresses.enumerated().map { number, address in
        #"{"stationuuid":"\#(DirectoryServer.Entry.id(number))","name":"\#(number)","url":"\#(address.0)","url_resolved":"\#(address.1)"}"#
      }
      call.answer(body: Array("[\(entries.joined(separator: ","))]".utf8))
    }
    let abroad = Downloader(
      eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: DownloadLimits()
    ) { _ in .everywhere }
    for (downloader, names) in [(abroad, ["6"]), (Fixture.downloader, (0...6).map(String.init))] {
      let outcome = try await Fixture().directory(server.url, by: downloader).search(DirectoryQuery(), refresh: false)
      #expect(outcome.finding.stations.map(\.name) == names)
    }
  }

  @Test("requests go below the path of the directory's address")
  func path() async throws {
    let server = try ScriptedServer {
      $0.answer($0.request.path.hasPrefix("/api/json/") ? "200 OK" : "404 Not Found", body: Self.answer)
    }
    for url in [server.url("/api"), server.url("/api/")] { #expect(try await Fixture().search(at: url) == ["Radio"]) }
  }

  /// Each server fault: its name, a part of the failure's text, and the script that causes the fault.
  private static let faults: [(name: String, words: String, script: @Sendable (ScriptedCall) -> Void)] = [
    ("garbage", "not a list of stations", { $0.answer(body: [UInt8](repeating: 0xA5, count: 5000)) }),
    ("a web page", "not a list of stations", { $0.answer(body: Array("<html>[{}]</html>".utf8)) }),
    ("wrong types", "not a list of stations", { $0.answer(body: Array("[1,2,{\"name\":[]}]".utf8)) }),
    ("nothing", "not a list of stations", { $0.answer() }),
    (
      "half an answer", "lost the connection",
      { call in
        call.answer(headers: ["Content-Length: 999"], body: Array(answer.dropLast(3)))
      }
    ),
    ("half an answer without a length", "not a list of stations", { $0.answer(body: Array(answer.dropLast(3))) }),
    (
      "5 MB", "longer than 4096 KiB",
      { call in
        call.answer(body: answer.dropLast() + [UInt8](repeating: 0x20, count: 5 << 20) + [0x5D])
      }
    ),
    (
      "no end", "longer than 4096 KiB",
      { call in
        call.answer()
        call.sendForever([UInt8](repeating: 0x5B, count: 65536))
      }
    ),
    (
      "slow", "sent no whole answer within 2 s",
      { call in
        call.answer()
        call.send(answer, piecesOf: 1, pause: .milliseconds(200))
      }
    ),
    ("silence", "sent no answer within 2 s", { $0.waitForEnd() }),
    ("500", "says 500 Oh no", { $0.answer("500 Oh no") }),
    ("404", "says 404 Not Found", { $0.answer("404 Not Found") }),
    (
      "a circle", "go in a circle",
      {
        $0.answer(
          "302 Found", headers: ["Location: /json/stations/search?\($0.request.path.split(separator: "?").last ?? "")"])
      }
    ),
    ("a file", "redirects to file:", { $0.answer("302 Found", headers: ["Location: file:///etc/passwd"]) }),
    ("gzip", "compressed with gzip", { $0.answer(headers: ["Content-Encoding: gzip"], body: answer) }),
  ]

  @Test(
    "a faulty answer fails with its reason, and nothing is cached",
    arguments: StationDirectoryTests.faults.indices)
  func misbehaves(_ index: Int) async throws {
    let fault = Self.faults[index]
    let server = try ScriptedServer(script: fault.script)
    let fixture = try Fixture()
    // Only these reach the limit, and "slow" has sent its head long before.
    let limit = ["slow", "silence"].contains(fault.name) ? Duration.seconds(2) : TestTime.seconds(10)
    let failure = await #expect(throws: DirectoryError.self, "\(fault.name)") {
      try await fixture.search("x", at: server.url, server: limit)
    }
    #expect(failure?.description.contains(fault.words) == true, "\(fault.name): \(failure?.description ?? "")")
    #expect(fixture.files == [], "\(fault.name)")
  }

  @Test("a search follows a redirect")
  func redirect() async throws {
    let server = try DirectoryServer(Self.entries)
    let other = try ScriptedServer {
      $0.answer("301 Moved", headers: ["Location: \(server.url.dropLast())\($0.request.path)"])
    }
    #expect(try await Fixture().search("roll", at: other.url) == ["Rock & Roll"])
  }

  @Test("a search is answered from the cache for 86400 s, unless it is a refresh or the clock was set back")
  func day() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    for (wait, refresh, asked) in [
      (0, false, 1), (86399, false, 1), (0, true, 2), (86399, false, 2), (1, false, 3), (-9, false, 4),
    ] {
      fixture.wait(wait)
      #expect(try await fixture.search("jazz", at: server.url, refresh: refresh) == ["TSF Jazz", "Jazz Radio"])
      #expect(server.requests.count == asked, "after \(wait) s")
    }
    #expect(try await fixture.search("roll", at: server.url) == ["Rock & Roll"])
    #expect(server.requests.count == 5)
  }

  @Test("without the server a search gives the cached answer of any age with the reason, and fails without one")
  func offline() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    let directory = try fixture.directory(server.url)
    _ = try await directory.search(DirectoryQuery(words: ["roll"]), refresh: false)
    server.stop()
    fixture.wait(400_000)
    let outcome = try await directory.search(DirectoryQuery(words: ["roll"]), refresh: false)
    #expect(outcome.finding.stations.map(\.name) == ["Rock & Roll"])
    #expect(outcome.age == 400_000)
    #expect(outcome.failure?.description.contains("refused") == true)
    await #expect(throws: DirectoryError.self) { try await fixture.search("jazz", at: server.url) }
  }

  @Test("cache files are private to their owner, and a damaged one is ignored")
  func files() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    _ = try await fixture.search("jazz", at: server.url)
    #expect(fixture.files.count == 2 && fixture.files.first == "last.json")
    for (path, mode) in [(fixture.folder, 0o700)] + fixture.files.map({ (fixture.folder + "/" + $0, 0o600) }) {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode, "\(path)")
    }
    for bytes in [Array("{".utf8), [], [UInt8](repeating: 0x5B, count: 1 << 20)] {
      for name in fixture.files { try fixture.scratch.write(bytes, as: "cache/searches/" + name) }
      #expect(fixture.cache.last == nil)
      let before = server.requests.count
      #expect(try await fixture.search("jazz", at: server.url) == ["TSF Jazz", "Jazz Radio"])
      #expect(server.requests.count == before + 1)
      #expect(fixture.cache.last?.stations.count == 2)
    }
  }

  @Test("the cache keeps the last 32 answers")
  func prune() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    for number in 0..<36 { _ = try await fixture.search("jazz", "\(number)", at: server.url) }
    #expect(fixture.files.filter { $0.hasPrefix("search-") }.count == 32)
    let before = server.requests.count
    for number in [35, 4] { _ = try await fixture.search("jazz", "\(number)", at: server.url) }
    #expect(server.requests.count == before)
    _ = try await fixture.search("jazz", "3", at: server.url)
    #expect(server.requests.count == before + 1)
  }

  @Test("a search succeeds when the cache cannot be written, and reports that fault")
  func readOnly() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    try fixture.scratch.write("a file in the folder's place", as: "cache")
    let outcome = try await fixture.directory(server.url).search(DirectoryQuery(words: ["roll"]), refresh: false)
    #expect(outcome.finding.stations.map(\.name) == ["Rock & Roll"])
    if case .cannotCreate? = outcome.memoryFault {
    } else {
      Issue.record("\(String(describing: outcome.memoryFault))")
    }
    #expect(fixture.cache.last == nil)
  }

  @Test("a search does not wait for a disk that does not answer, and is not cached then")
  func hangingDisk() async throws {
    let server = try DirectoryServer(Self.entries)
    let fixture = try Fixture()
    _ = try await fixture.search("jazz", at: server.url)
    // Locks the drafts of both files, as another program does that writes them and waits for its disk.
    let drafts = fixture.files.map { open("\(fixture.folder)/.\($0).new", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    #expect(drafts.count == 2 && drafts.allSatisfy { flock($0, LOCK_EX) == 0 })
    let directory = try fixture.directory(server.url, disk: .milliseconds(100))
    for isLast in [false, true] {
      let outcome = try await directory.search(DirectoryQuery(words: ["jazz"]), refresh: true, isLast: isLast)
      #expect(outcome.finding.stations.map(\.name) == ["TSF Jazz", "Jazz Radio"] && !outcome.isCached)
      let fault = SystemError.cannotWrite(path: fixture.folder, reason: "the disk does not answer")
      #expect(outcome.memoryFault == (isLast ? fault : nil))
    }
    let kept = try await directory.search(DirectoryQuery(words: ["jazz"]), refresh: false, isLast: false)
    #expect(!kept.isCached && server.requests.count == 4, "the calls before still wait for their disk")
    drafts.forEach { close($0) }
  }

  @Test("the failure names a server's HTTP status first, then the failed name lookup, then a refused connection")
  func failure() {
    let (names, lost) = (TuneError.unknownHost("h"), TuneError.refused(host: "a", port: 1))
    let busy = TuneError.status(503, host: "b", reason: "Busy")
    let rows: [(names: TuneError?, servers: [TuneError], words: String)] = [
      (names, [], "cannot find the host h"), (names, [lost], "cannot find the host h"),
      (names, [lost, busy], "b says 503 Busy (and another server failed, too)"), (nil, [lost], "cannot connect to a"),
      (nil, [lost, busy, lost], "b says 503 Busy (and 2 more servers failed, too)"), (nil, [], "no time"),
    ]
    for (names, servers, words) in rows {
      let text = DirectoryError(names: names, servers: servers).description
      #expect(text.contains(words), "\(text)")
      #expect(text.contains("more") || text.contains("another") || !words.contains("("), "\(text)")
    }
  }
}
