import AudioCore
import HLS
import TestSupport
import Testing

@Suite("Long HLS playlists")
struct HLSLongPlaylistTests {
  /// A playlist of `count` segments of 2 s, each with a token of `tokenBytes` bytes in its address.
  private static func text(_ count: Int, tokenBytes: Int = 0, ended: Bool = false) -> [UInt8] {
    let token = tokenBytes == 0 ? "" : "?token=" + String(repeating: "x", count: tokenBytes - 7)
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n"
    let lines = (7..<7 + count).map { "#EXTINF:2,\n\($0).aac\(token)\n" }
    return Array((head + lines.joined() + (ended ? "#EXT-X-ENDLIST\n" : "")).utf8)
  }

  @Test(
    "a live playlist of any length keeps its newest segments and their numbers",
    arguments: [(9000, 0), (2000, 1500), (20_000, 400), (100_000, 0)])
  func live(count: Int, tokenBytes: Int) throws {
    guard case .media(let media) = try HLSPlaylist(Self.text(count, tokenBytes: tokenBytes)) else {
      Issue.record("no media playlist")
      return
    }
    #expect(media.endSequence == 7 + count && media.segments.count >= 100)
    #expect(media.segments.first?.uri.hasPrefix("\(media.firstSequence).aac") == true)
    #expect(media.segments.last?.uri.hasPrefix("\(6 + count).aac") == true)
    var schedule = HLSSchedule(media, at: .now)
    guard case .fetch(let fetch) = schedule.next(at: .now) else {
      Issue.record("nothing to fetch")
      return
    }
    #expect(fetch.sequence == 7 + count - 3, "three target durations before the end")
  }

  @Test("a recording of many segments keeps all of them, from the first one", arguments: [9000, 30_000])
  func recording(count: Int) throws {
    guard case .media(let media) = try HLSPlaylist(Self.text(count, ended: true)) else {
      Issue.record("no media playlist")
      return
    }
    #expect(media.segments.count == count && media.firstSequence == 7)
  }

  @Test(
    "a live stream with a window of hours is played from the window's end, over the network",
    arguments: [(9000, 0), (2000, 1500)])
  func overTheNetwork(count: Int, tokenBytes: Int) async throws {
    let server = try ScriptedServer { call in
      call.request.path == "/live"
        ? call.serve(Self.text(count, tokenBytes: tokenBytes))
        : call.serve(Array("\(call.request.path.dropFirst().prefix { $0 != "." }) ".utf8))
    }
    let names = (7 + count - 3..<7 + count).map { "\($0)" }
    let result = try await HLSResult(server.url("/live")) { $0.text.split(separator: " ").count >= 3 }
    #expect(result.text.split(separator: " ").map(String.init) == names && result.failure == nil)
  }
}
