import AudioCore
import Downloader
import HLS
import Synchronization
import TestSupport
import Testing

@Suite("A live HLS stream", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HLSLiveTests {
  /// A server of `/live`, with segments of `seconds`. Each request for the playlist gets the next of `windows`, and
  /// then always the last one, which ends with `tag`. A window beyond 1000 gives an error instead of a playlist.
  private static func server(_ windows: [Range<Int>], tag: String = "", seconds: Int = 1) throws -> ScriptedServer {
    let looks = Counter()
    return try ScriptedServer { call in
      guard call.request.path == "/live" else {
        return call.serve(Array("\(call.request.path.dropFirst()) ".utf8))
      }
      let look = min(looks.next(), windows.count - 1)
      let window = windows[look]
      if window.lowerBound > 1000 { return call.answer("503 Busy") }
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:\(seconds)", "#EXT-X-MEDIA-SEQUENCE:\(window.lowerBound)"]
        + window.flatMap { ["#EXTINF:\(seconds),", "s\($0)"] } + (look == windows.count - 1 ? [tag] : [])
      call.serve(Array(lines.joined(separator: "\n").utf8))
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
    func add(_ number: Int) { count.add(number, ordering: .relaxed) }
  }

  private static let failing = 2000..<2001

  @Test(
    "a stream begins three target durations back, follows new segments past a failed reload, and ends with the playlist"
  )
  func following() async throws {
    let server = try Self.server([2..<8, 4..<10, Self.failing, 6..<11], tag: "#EXT-X-ENDLIST")
    let begin = ContinuousClock.now
    let result = try await HLSResult(server.url("/live"))
    #expect(result.text == "s5 s6 s7 s8 s9 s10 " && result.failure == nil)
    #expect(result.head?.segments == SegmentedStream(bitRate: nil, hasEnd: false))
    // A target duration after new segments, half of it after a playlist without any. From the beginning: a server that is
    // late to note one request notes too little time before the next one.
    let looks = server.requests.filter { $0.path == "/live" }.map { ($0.arrival - begin) / .seconds(1) }
    #expect(looks.count == 4 && zip(looks, [0, 1, 2, 2.5]).allSatisfy(>=), "\(looks)")
  }

  @Test("an encoder's restart and a lost window are discontinuities")
  func jumps() async throws {
    let server = try Self.server([100..<104, 0..<2, 1..<3, 50..<60], tag: "#EXT-X-ENDLIST")
    #expect(
      try await HLSResult(server.url("/live")).text
        == "s101 s102 s103 |s0 s1 s2 |s50 s51 s52 s53 s54 s55 s56 s57 s58 s59 ")
  }

  @Test("a playlist without new segments for ten seconds has stalled, or fails with the server's last status")
  func stale() async throws {
    let server = try Self.server([0..<3])
    let failing = try Self.server([0..<3, Self.failing])
    async let other = HLSResult(failing.url("/live"))
    let start = ContinuousClock.now
    let result = try await HLSResult(server.url("/live"))
    let took = (ContinuousClock.now - start) / .seconds(1)
    #expect(result.text == "s0 s1 s2 " && result.failure == .stalled(host: "127.0.0.1", afterSeconds: 10))
    #expect(took > 9.5, "\(took)")
    // It looks again every half of a second.
    let looks = server.requests.count { $0.path == "/live" }
    #expect(looks < 26, "\(looks) looks")
    #expect(try await other.failure == .status(503, host: "127.0.0.1", reason: "Busy"))
  }

  @Test("waiting for the playlist counts as a rest, and nothing else does")
  func resting() async throws {
    let server = try Self.server([0..<1, 0..<2], tag: "#EXT-X-ENDLIST", seconds: 2)
    var connection = try await HLSResult.open(server.url("/live"))
    var rests: Duration = .zero
    var text: [UInt8] = []
    while let chunks = try await connection.next() {
      rests += connection.rested
      for case .audio(let bytes) in chunks { text += bytes }
    }
    await connection.close()
    let looks = server.requests.filter { $0.path == "/live" }.map(\.arrival)
    let segments = server.requests.filter { $0.path != "/live" }.map(\.arrival)
    #expect(String(decoding: text, as: UTF8.self) == "s0 s1 " && looks.count == 2 && segments.count == 2)
    // Much of the target duration, between the first segment and the second look.
    #expect(rests > .milliseconds(700) && rests <= looks[1] - segments[0], "\(rests)")
  }

  @Test("waiting for the playlist ends when it is cancelled")
  func cancelled() async throws {
    // Without the cancellation it waits for as long as the suite may run.
    let server = try Self.server([0..<1], seconds: 7200)
    let downloader = HLSResult.downloader()
    let heard = Counter()
    let task = Task {
      var connection = try await HLSResult.open(server.url("/live"), by: downloader)
      var isCancelled = false
      do {
        while let chunks = try await connection.next() {
          for case .audio(let bytes) in chunks { heard.add(bytes.count) }
        }
      } catch is CancellationError {
        isCancelled = true
      }
      await connection.close()
      return isCancelled
    }
    #expect(ProcessRunner.eventually { heard.value == 3 && server.openCallCount == 0 })
    task.cancel()
    #expect(try await task.value)
    #expect(server.requests.count { $0.path == "/live" } == 1)
  }

  @Test("nothing is read ahead: without a reader, the segment's server has to wait")
  func backPressure() async throws {
    let size = 64 << 20
    let counter = Counter()
    let server = try ScriptedServer { call in
      guard call.request.path != "/list" else { return call.serve(HLSResult.recording(["#EXTINF:2,", "huge"])) }
      call.answer(headers: ["Content-Length: \(size)"])
      let piece = [UInt8](repeating: 0, count: 64 << 10)
      for _ in 0..<(size / piece.count) {
        guard call.send(piece) else { return }
        counter.add(piece.count)
      }
    }
    var connection = try await HLSResult.open(server.url("/list"))
    while try await connection.next()?.isEmpty == true {}
    var before = -1
    // The number of sent bytes stops growing.
    #expect(
      ProcessRunner.eventually {
        defer { before = counter.value }
        return before == counter.value && before > 0
      })
    #expect(counter.value < size / 4, "\(counter.value)")
    await connection.close()
  }
}
