import AudioCore
import HLS
import Synchronization
import TestSupport
import Testing

@Suite("HLS segments that come late")
struct HLSLateSegmentTests {
  /// A server of a live playlist of the last eight segments, of one second each. A segment answers `refusal` until
  /// `isThere` is true; `askedBefore` is the number of earlier requests for it.
  private static func server(
    refusal: String = "404 Not Found", isThere: @escaping @Sendable (_ number: Int, _ askedBefore: Int) -> Bool
  ) throws -> ScriptedServer {
    let asked = Mutex<[String: Int]>([:])
    let start = ContinuousClock.now
    return try ScriptedServer { call in
      guard call.request.path == "/live" else {
        let name = String(call.request.path.dropFirst())
        let before = asked.withLock { asked in
          asked[name, default: 0] += 1
          return (asked[name] ?? 1) - 1
        }
        guard isThere(Int(name) ?? 0, before) else { return call.answer(refusal) }
        return call.serve(Array("\(name) ".utf8))
      }
      let end = 108 + Int((ContinuousClock.now - start) / .seconds(1))
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(end - 8)"]
        + (end - 8..<end).flatMap { ["#EXTINF:1,", "\($0)"] }
      call.serve(Array(lines.joined(separator: "\n").utf8))
    }
  }

  @Test("a segment that an edge does not have yet is requested again after a second and is not lost")
  func late() async throws {
    let server = try Self.server { number, askedBefore in askedBefore > 0 || number != 108 && number != 111 }
    let result = try await HLSResult(server.url("/live")) { $0.text.contains("113 ") || $0.text.contains("|114") }
    #expect(result.text.hasPrefix("102 103 104 105 106 107 108 109 110 111 112 113 "))
    for name in ["/108", "/111"] {
      let calls = server.requests.filter { $0.path == name }.map(\.arrival)
      #expect(calls.count == 2)
      if calls.count == 2 { #expect((calls[1] - calls[0]) / .seconds(1) > 0.9) }
    }
  }
}
