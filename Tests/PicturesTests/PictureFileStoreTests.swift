import Dispatch
import Downloader
import NIOPosix
import Pictures
import Stations
import Synchronization
import TestSupport
import Testing

@Suite(
  "Files of stations' pictures for servers", .enabled(if: PictureFiles.canMake),
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PictureFileStoreTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func store(time: Int = 10, clock: Int = 1_700_000_000) -> PictureFileStore {
    var limits = DownloadLimits()
    (limits.headSeconds, limits.stallSeconds, limits.documentSeconds) = (time, time, time)
    return PictureFileStore(
      downloader: Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: limits),
      cache: PictureCache(folder: scratch.path("pictures"), maximumBytes: 1 << 20) { clock }, fetchTime: .seconds(time))
  }

  /// A time that no test waits for: what does not end before hangs, up to the suite's limit.
  private static let endless = 7200

  private static func station(_ address: String?, id: String = "a") -> Station {
    Station(id: id, name: id, url: "http://a/", image: address)
  }

  /// What is known about a picture once it is no longer `.loading`.
  private static func settled(_ store: PictureFileStore, _ station: Station) -> PictureFileState {
    _ = ProcessRunner.eventually(within: .seconds(20)) { store.file(of: station) != .loading }
    return store.file(of: station)
  }

  @Test("a file comes as its server sent it, with its kind, colour and tag, and its address is an arrival")
  func files() async throws {
    for (name, file) in try PictureFiles.small() {
      let server = try ScriptedServer { $0.serve(file) }
      let store = store()
      var arrivals = store.arrivals().makeAsyncIterator()
      let station = Self.station(server.url("/\(name)"))
      #expect(store.file(of: station) == .loading)
      #expect(await arrivals.next() == server.url("/\(name)"))
      let found = try #require(store.file(of: station).content)
      #expect(found.bytes == file)
      #expect(found.mediaType == (name == "ico" ? "image/vnd.microsoft.icon" : "image/\(Self.kind(name))"), "\(name)")
      let picture = StationPicture(try PictureDecoder.decode(file))
      #expect(found.color == picture.color && !found.tag.isEmpty)
      #expect(server.callCount == 1)
      await store.close()
      #expect(await arrivals.next() == nil)
    }
  }

  private static func kind(_ name: String) -> String {
    name.hasSuffix("webp") ? "webp" : name == "jpg" ? "jpeg" : name
  }

  @Test("what is in the cache comes while every server is silent, and its bytes are not fetched again")
  func cached() async throws {
    let file = try PictureFiles.make("a.png")
    let isSilent = Atomic(false)
    let server = try ScriptedServer { call in
      if isSilent.load(ordering: .relaxed) { call.waitForEnd() } else { call.serve(file) }
    }
    let first = store()
    let station = Self.station(server.url("/a"))
    #expect(Self.settled(first, station).content?.bytes == file)
    await first.close()
    isSilent.store(true, ordering: .relaxed)
    let second = store(time: Self.endless)
    for number in 0..<20 { #expect(second.file(of: Self.station(server.url("/silent/\(number)"))) == .loading) }
    #expect(ProcessRunner.eventually { server.openCallCount == PictureLimits.files.fetches })
    let found = await second.file(of: station, waitingFor: .seconds(Self.endless))
    #expect(found.content?.bytes == file)
    let new = Self.station(server.url("/new"))
    #expect(await second.file(of: new, waitingFor: .seconds(Self.endless)) == .loading)
    #expect(server.requests.count { $0.path == "/a" } == 1)
    await second.close()
    #expect(second.file(of: station).content == nil)
  }

  @Test("an old file is served while the new one is fetched, and stays when that fails")
  func old() async throws {
    let files = [
      try PictureFiles.make("a.png"), try PictureFiles.make("b.png", source: "color=c=0xc02030:s=40x30,format=rgb24"),
    ]
    let state = Mutex((calls: 0, fails: false))
    let isSeen = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { call in
      let (number, fails) = state.withLock { state in
        state.calls += 1
        return (state.calls, state.fails)
      }
      if number == 3 { isSeen.wait() }
      if fails { call.answer("500 Broken") } else { call.serve(files[min(number, 2) - 1]) }
    }
    let station = Self.station(server.url)
    let first = store()
    #expect(Self.settled(first, station).content?.bytes == files[0])
    await first.close()
    let later = 1_700_000_000 + 40 * 86400
    state.withLock { $0.fails = true }
    let second = store(clock: later)
    #expect(await second.file(of: station, waitingFor: .seconds(10)).content?.bytes == files[0])
    #expect(ProcessRunner.eventually { server.callCount == 2 && server.openCallCount == 0 })
    #expect(second.file(of: station).content?.bytes == files[0])
    await second.close()
    state.withLock { $0.fails = false }
    let third = store(clock: later)
    var arrivals = third.arrivals().makeAsyncIterator()
    #expect(await third.file(of: station, waitingFor: .seconds(10)).content?.bytes == files[0])
    isSeen.signal()
    for _ in 0..<2 { #expect(await arrivals.next() == server.url) }
    #expect(third.file(of: station).content?.bytes == files[1])
    await third.close()
  }

  @Test("faults make a picture missing; a station of the directory may not lead to this machine")
  func faults() async throws {
    let server = try ScriptedServer { call in
      call.answer(body: Array("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".utf8))
    }
    let store = store()
    #expect(Self.settled(store, Self.station(server.url)) == .missing("it is an SVG picture, which is not shown"))
    #expect(store.file(of: Self.station(nil)) == .missing("") && store.file(of: Self.station("")) == .missing(""))
    var station = Self.station(server.url("/b"))
    station.directoryID = "00000000-0000-0000-0000-000000000001"
    guard case .missing(let reason) = Self.settled(store, station) else {
      Issue.record("an address of this machine was allowed")
      return
    }
    #expect(reason.contains("may not name addresses of this machine"))
    #expect(server.callCount == 1)
    let demo = try #require(store.file(of: Station(id: Station.demoID, name: "demo", url: "")).content)
    #expect(demo.mediaType == "image/png")
    #expect(StationPicture(try PictureDecoder.decode(demo.bytes)).color == demo.color)
    await store.close()
  }

  @Test("thousands of requests are bounded: the newest are kept, and all of them get an answer from silent servers")
  func flood() async throws {
    let server = try ScriptedServer { $0.waitForEnd() }
    let store = store(time: Self.endless)
    let stations = (0..<3000).map { Self.station(server.url("/\($0)")) }
    for station in stations { #expect(store.file(of: station) == .loading) }
    await withTaskGroup(of: Void.self) { group in
      for station in stations.suffix(1000) {
        group.addTask { #expect(await store.file(of: station, waitingFor: .seconds(Self.endless)) == .loading) }
      }
    }
    #expect(server.openCallCount <= PictureLimits.files.fetches)
    await store.close()
  }
}

@Suite("The memory of pictures")
struct PictureMemoryTests {
  private struct Content: PictureContent {
    static let limits = PictureLimits.files
    static let demo = Content(memoryBytes: 0)
    var memoryBytes: Int

    init(memoryBytes: Int) { self.memoryBytes = memoryBytes }
    init(_ found: FetchedPicture) { memoryBytes = 0 }
  }

  @Test("pictures in memory are bounded in bytes; the one that came last stays, whatever its size")
  func bytes() {
    var queue = PictureQueue<Content>(limits: PictureLimits(pictures: 100, bytes: 1000, entries: 100, waiting: 4))
    let now = ContinuousClock.now
    for number in 0..<50 {
      let request = PictureRequest(address: "http://a/\(number)", allowsLocalHosts: true)
      _ = queue.state(of: request, now: now)
      _ = queue.next()
      queue.finish(request, .ready(Content(memoryBytes: number == 49 ? 5000 : 300)), now: now)
      #expect(queue.count == (number == 49 ? 1 : min(number + 1, 3)))
      #expect(queue.known(request)?.content != nil)
    }
  }
}
