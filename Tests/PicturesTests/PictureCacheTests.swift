import Foundation
import Pictures
import TestSupport
import Testing

@Suite("The cache of pictures")
struct PictureCacheTests {
  private let scratch: Scratch
  private let folder: String

  init() throws {
    scratch = try Scratch()
    folder = scratch.path("cache/pictures")
  }

  private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  private func cache(_ time: Int = 1_700_000_000, maximumBytes: Int = 1 << 20) -> PictureCache {
    PictureCache(folder: folder, maximumBytes: maximumBytes) { time }
  }

  @Test("a file is found by its address, also when both have odd bytes")
  func finds() throws {
    let bytes = [UInt8](0...255) + Array("\n \n".utf8)
    for address in ["http://a/x.png", "https://b/%20 y?a=b c", "http://ü.example/z"] {
      #expect(cache().entry(for: address) == nil)
      try cache().keep(bytes, for: address)
      let entry = try #require(cache().entry(for: address))
      #expect(entry.bytes == bytes && !entry.isOld)
    }
    #expect(files.count == 3)
  }

  @Test("a file is old after thirty days, and when the clock was set back")
  func age() throws {
    try cache().keep([1], for: "http://a/")
    #expect(cache(1_700_000_000 + PictureCache.lifetime - 1).entry(for: "http://a/")?.isOld == false)
    #expect(cache(1_700_000_000 + PictureCache.lifetime).entry(for: "http://a/")?.isOld == true)
    #expect(cache(1_600_000_000).entry(for: "http://a/")?.isOld == true)
  }

  @Test("files that were not used for the longest time go first, and all together stay within the limit")
  func bound() throws {
    let limit = 10_000
    for number in 0..<30 {
      try cache(maximumBytes: limit).keep([UInt8](repeating: 1, count: 1000), for: "http://a/\(number)")
      if number > 0 { #expect(cache().entry(for: "http://a/0") != nil, "used again before \(number)") }
      let sizes = try files.map {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.size] as? Int ?? 0
      }
      #expect(sizes.reduce(0, +) <= limit)
    }
    #expect(files.count == 9)
    #expect(cache().entry(for: "http://a/1") == nil && cache().entry(for: "http://a/29") != nil)
    // A draft that a killed program left counts as well.
    try scratch.write([UInt8](repeating: 0, count: 20_000), as: "cache/pictures/.picture-1.new")
    try cache(maximumBytes: limit).keep([2], for: "http://a/30")
    #expect(!files.contains(".picture-1.new") && files.count == 10)
  }

  @Test("a damaged file, and one of another address, count as missing")
  func damage() throws {
    try cache().keep([1, 2, 3], for: "http://a/")
    let name = try #require(files.first)
    let good = scratch.read("cache/pictures/" + name)
    for bad in [
      [], Array("hello".utf8), Array("springradio-picture-1 x http://a/\n".utf8),
      Array("springradio-picture-1 1700000000 http://b/\n123".utf8), [UInt8](repeating: 0, count: 3 << 20),
    ] {
      try scratch.write(bad, as: "cache/pictures/" + name)
      #expect(cache().entry(for: "http://a/") == nil)
    }
    try scratch.write(good, as: "cache/pictures/" + name)
    #expect(cache().entry(for: "http://a/") != nil)
  }
}

@Suite("The queue of pictures")
struct PictureQueueTests {
  private static func request(_ number: Int) -> PictureRequest {
    PictureRequest(address: "http://a/\(number)", allowsLocalHosts: true)
  }

  @Test("the newest request comes first, and no more than four wait")
  func order() {
    var queue = PictureQueue<StationPicture>(limits: .views)
    let now = ContinuousClock.now
    for number in 0..<9 {
      #expect(queue.state(of: Self.request(number), now: now) == .loading)
      #expect(queue.state(of: Self.request(number), now: now) == .loading)
    }
    let order = (0..<5).map { _ in queue.next()?.address }
    #expect(order == ["http://a/8", "http://a/7", "http://a/6", "http://a/5", nil])
    #expect(queue.count == 4, "dropped requests are forgotten")
  }

  @Test("a missing picture is asked for again after ten minutes, a picture after a day")
  func missing() throws {
    var queue = PictureQueue<StationPicture>(limits: .views)
    let now = ContinuousClock.now
    let picture = PictureState.ready(.demo)
    for (number, state) in [PictureState.missing("no"), picture].enumerated() {
      _ = queue.state(of: Self.request(number), now: now)
      let waiting = queue.next()
      let next = try #require(waiting)
      queue.finish(next, state, now: now)
      #expect(queue.state(of: Self.request(number), now: now + .seconds(599)) == state)
      #expect(queue.waiting.isEmpty)
    }
    #expect(queue.state(of: Self.request(0), now: now + .seconds(601)) == .loading)
    #expect(queue.state(of: Self.request(1), now: now + .seconds(86_399)) == picture)
    #expect(queue.waiting == [Self.request(0)])
    // It is shown meanwhile, waits once, and stays when it cannot be had again.
    let later = now + .seconds(86_401)
    for _ in 0..<2 { #expect(queue.state(of: Self.request(1), now: later) == picture) }
    #expect(queue.waiting == [Self.request(0), Self.request(1)])
    queue.finish(Self.request(1), .missing("no"), now: later)
    #expect(queue.state(of: Self.request(1), now: later + .seconds(599)) == picture)
    #expect(queue.waiting.count == 2)
    #expect(queue.state(of: Self.request(1), now: later + .seconds(601)) == picture)
    #expect(queue.waiting.count == 3)
  }

  @Test("an old picture that no longer waits among newer ones is shown, and waits again when it is asked for")
  func oldOverflow() throws {
    var queue = PictureQueue<StationPicture>(limits: .views)
    let now = ContinuousClock.now
    let later = now + .seconds(86_401)
    _ = queue.state(of: Self.request(0), now: now)
    _ = queue.next()
    queue.finish(Self.request(0), .ready(.demo), now: now)
    _ = queue.state(of: Self.request(0), now: later)
    for number in 1...4 { _ = queue.state(of: Self.request(number), now: later) }
    #expect(!queue.waiting.contains(Self.request(0)))
    #expect(queue.state(of: Self.request(0), now: later) == .ready(.demo))
    #expect(queue.waiting.last == Self.request(0))
  }

  @Test("pictures in memory and addresses are bounded; what is in use stays")
  func bounds() {
    var queue = PictureQueue<StationPicture>(limits: .views)
    let now = ContinuousClock.now
    for number in 0..<2000 {
      _ = queue.state(of: Self.request(number), now: now)
      _ = queue.next()
      queue.finish(Self.request(number), number % 2 == 0 ? .ready(.demo) : .missing("no"), now: now)
      #expect(queue.state(of: Self.request(0), now: now) == .ready(.demo))
      #expect(queue.count <= PictureLimits.views.entries)
    }
    let kept = (0..<2000).filter { number in
      var copy = queue
      return copy.state(of: Self.request(number), now: now).picture != nil
    }
    #expect(kept.count == PictureLimits.views.pictures && kept.first == 0)
  }
}
