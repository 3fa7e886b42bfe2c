import AudioCore
import Downloader
import Foundation
import NIOCore
import NIOPosix
import Pictures
import Stations
import Synchronization
import TestSupport
import Testing

@Suite(
  "Pictures of stations from their servers", .enabled(if: PictureFiles.canMake),
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PictureStoreTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static var downloader: Downloader {
    Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
  }

  /// A downloader that waits for silent servers.
  private static var endlessDownloader: Downloader {
    var limits = DownloadLimits()
    (limits.headSeconds, limits.stallSeconds, limits.documentSeconds) = (7200, 7200, 7200)
    return Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: limits)
  }

  private func store(
    _ downloader: Downloader = Self.downloader, time: Duration = .seconds(10), clock: Int = 1_700_000_000
  ) -> PictureStore {
    PictureStore(
      downloader: downloader,
      cache: PictureCache(folder: scratch.path("pictures"), maximumBytes: 1 << 20) { clock }, fetchTime: time)
  }

  /// The state of a picture once it is no longer `.loading`.
  private static func settled(
    _ store: PictureStore, _ address: String, allowsLocalHosts: Bool = true
  ) -> PictureState {
    _ = ProcessRunner.eventually(within: .seconds(60)) {
      store.picture(at: address, allowsLocalHosts: allowsLocalHosts) != .loading
    }
    return store.picture(at: address, allowsLocalHosts: allowsLocalHosts)
  }

  private static func reason(_ state: PictureState) -> String? {
    if case .missing(let reason) = state { reason } else { nil }
  }

  @Test("a picture is fetched once, however often it is asked for, and again never while it is in the cache")
  func fetchesOnce() async throws {
    let file = try PictureFiles.make("a.png", source: "color=c=0xc02030:s=40x30,format=rgb24")
    let server = try ScriptedServer { $0.serve(file) }
    let first = store()
    #expect(server.callCount == 0)
    #expect(first.picture(at: server.url, allowsLocalHosts: true) == .loading)
    let picture = try #require(Self.settled(first, server.url).picture)
    #expect(picture.picture.width == 40 && picture.picture.height == 30)
    #expect(picture.color == PictureColor(red: 0xC0, green: 0x20, blue: 0x30))
    for _ in 0..<100 { #expect(first.picture(at: server.url, allowsLocalHosts: true).picture == picture) }
    await first.close()
    let second = store()
    #expect(Self.settled(second, server.url).picture == picture)
    #expect(server.callCount == 1)
    await second.close()
    // After a month it is fetched again; when that fails, the old one stays.
    server.stop()
    let third = store(clock: 1_700_000_000 + 40 * 86400)
    #expect(Self.settled(third, server.url).picture == picture)
    await third.close()
  }

  /// Faults of servers: a part of the reason, and the script.
  private static let faults: [(name: String, words: String, script: @Sendable (ScriptedCall) -> Void)] = [
    ("missing", "404", { $0.answer("404 Not Found") }),
    ("a web page", "it is a web page", { $0.answer(body: Array("<html><body>logo</body></html>".utf8)) }),
    ("SVG", "it is an SVG picture", { $0.answer(body: Array("<svg/>".utf8)) }),
    ("nothing", "it is not a picture", { $0.answer() }),
    ("a large header", "100000 × 100000", { $0.answer(body: PictureFiles.emptyPNG(width: 100_000, height: 100_000)) }),
    ("no pixels", "cannot be decoded", { $0.answer(body: PictureFiles.emptyPNG(width: 100, height: 100)) }),
    (
      "endless", "longer than 1024 KiB",
      { call in
        call.send("HTTP/1.0 200 OK\r\n\r\n")
        call.sendForever([UInt8](repeating: 0x89, count: 1 << 16))
      }
    ),
    ("silent", "no answer", { $0.waitForEnd() }),
    (
      "slow", "sent no whole picture",
      { call in
        call.send("HTTP/1.0 200 OK\r\n\r\n")
        for _ in 0..<600 where call.send("x") { call.pause(.milliseconds(50)) }
      }
    ),
    ("redirects without end", "redirects", { $0.answer("302 Found", headers: ["Location: /\($0.number)"]) }),
  ]

  @Test(
    "a server's fault makes the picture a missing one, which is not asked for again at once", arguments: faults.indices)
  func serverFaults(number: Int) async throws {
    let fault = Self.faults[number]
    let server = try ScriptedServer(script: fault.script)
    // Only these reach the limit.
    let store = store(time: ["silent", "slow"].contains(fault.name) ? .seconds(2) : TestTime.seconds(10))
    let reason = try #require(Self.reason(Self.settled(store, server.url)), "\(fault.name)")
    #expect(reason.contains(fault.words) && !reason.isEmpty, "\(fault.name): \(reason)")
    let calls = server.callCount
    for _ in 0..<50 { _ = store.picture(at: server.url, allowsLocalHosts: true) }
    _ = Self.settled(store, server.url)
    #expect(server.callCount == calls, "\(fault.name)")
    await store.close()
    #expect((try? FileManager.default.contentsOfDirectory(atPath: scratch.path("pictures")))?.isEmpty ?? true)
  }

  @Test("an address that a directory names may not lead to this machine, neither directly nor by a redirect")
  func addressRules() async throws {
    let file = try PictureFiles.make("a.png")
    let trap = try ScriptedServer { $0.serve(file) }
    let local = store()
    for address in [
      trap.url, "http://localhost:\(trap.port)/", "http://[::1]:\(trap.port)/", "http://192.168.0.1/x.png",
    ] {
      let reason = try #require(Self.reason(Self.settled(local, address, allowsLocalHosts: false)), "\(address)")
      #expect(!reason.isEmpty)
    }
    #expect(trap.callCount == 0)
    // The same address of the listener's own list is allowed.
    #expect(Self.settled(local, trap.url).picture != nil)
    await local.close()
    // A public server redirects to this machine.
    let target = "http://127.0.0.1:\(trap.port)/inside"
    let outside = try ScriptedServer { $0.answer("302 Found", headers: ["Location: \(target)"]) }
    let port = outside.port
    let downloader = Downloader(
      eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: DownloadLimits()
    ) { $0.port == port ? .everywhere : .thisMachine }
    let abroad = store(downloader)
    let reason = try #require(Self.reason(Self.settled(abroad, outside.url, allowsLocalHosts: true)))
    #expect(reason.contains("refused to be sent"), "\(reason)")
    #expect(trap.requests.allSatisfy { $0.path != "/inside" })
    await abroad.close()
  }

  @Test(
    "a picture may be in the listener's network only where its address shows that: any owner of a name can let it lead there",
    arguments: [
      ("http://192.168.1.1/a.png", true), ("http://localhost/a.png", true), ("http://nas/a.png", true),
      ("http://nas.lan/a.png", true), ("http://NAS.Local./a.png", true), ("http://[fd00::1]/a.png", true),
      ("http://radio.home.arpa/a.png", true), ("http://pictures.example/a.png", false),
      ("http://local.example/a.png", false), ("http://192.0.2.1/a.png", false), ("http://lan.example.org/a.png", false),
    ])
  func ownNetwork(_ address: String, _ isAllowed: Bool) {
    var station = Station(id: "a", name: "A", url: "http://radio.example/", image: address)
    #expect(PictureRequest(station)?.allowsLocalHosts == isAllowed)
    #expect(StreamURL.isPublic(address) == !isAllowed)
    station.directoryID = "0f5dbc3a-0000-4000-8000-000000000001"
    #expect(PictureRequest(station)?.allowsLocalHosts == false)
  }

  @Test("a station of the directory is under the rules of the directory, one of the listener's list is not")
  func stations() async throws {
    let file = try PictureFiles.make("a.png")
    let server = try ScriptedServer { $0.serve(file) }
    let store = store()
    var station = Station(id: "a", name: "A", url: "http://a/", image: server.url)
    station.directoryID = "00000000-0000-0000-0000-000000000001"
    _ = ProcessRunner.eventually { store.picture(of: station) != .loading }
    #expect(store.picture(of: station).picture == nil && server.callCount == 0)
    station.directoryID = nil
    _ = ProcessRunner.eventually { store.picture(of: station) != .loading }
    #expect(store.picture(of: station).picture != nil)
    #expect(store.picture(of: Station(id: "b", name: "B", url: "http://b/")) == .missing(""))
    #expect(store.picture(of: Station(id: Station.demoID, name: "demo", url: "")) == .ready(.demo))
    await store.close()
  }

  @Test("one picture at a time is fetched, and addresses that are none are missing")
  func oneAtATime() async throws {
    let file = try PictureFiles.make("a.png")
    let maximum = Mutex(0)
    let active = Mutex(0)
    let server = try ScriptedServer { call in
      let now = active.withLock { active in
        active += 1
        return active
      }
      maximum.withLock { $0 = max($0, now) }
      call.pause(.milliseconds(60))
      active.withLock { $0 -= 1 }
      call.serve(file)
    }
    let store = store()
    let addresses = (0..<4).map { server.url("/\($0).png") }
    for address in addresses { _ = store.picture(at: address, allowsLocalHosts: true) }
    for address in addresses { #expect(Self.settled(store, address).picture != nil) }
    #expect(maximum.withLock { $0 } == 1)
    for address in [
      "", "x", "file:///etc/passwd", "http://", "ftp://a/b.png", "data:image/png;base64,AA", "http://a b/",
    ] {
      #expect(Self.reason(Self.settled(store, address)) != nil, "\(address)")
    }
    await store.close()
  }

  @Test("closing ends a fetch whose server is silent, and leaves nothing behind")
  func closing() async throws {
    let server = try ScriptedServer { $0.waitForEnd() }
    let store = store(Self.endlessDownloader, time: .seconds(7200))  // only closing can end the fetch
    _ = store.picture(at: server.url, allowsLocalHosts: true)
    #expect(ProcessRunner.eventually { server.callCount == 1 })
    await store.close()
    #expect(ProcessRunner.eventually { server.openCallCount == 0 })
    #expect(Self.reason(store.picture(at: server.url, allowsLocalHosts: true)) != nil)
    #expect(server.callCount == 1)
  }
}
