import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("HLS stations with faults", .ownThreads, .enabled(if: SignalSource.isAvailable))
struct HLSFaultTests {
  // MARK: - Variants

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  }

  @Test(
    "a master playlist without CODECS: where the first variant cannot be played, the next one is",
    arguments: ["play", "probe"])
  func silentVariant(command: String) throws {
    let music = SignalSource.Recording(.music, seconds: 9)
    let source = try SignalSource.shared.path(music, as: .wav)
    let folder = try Scratch()
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-i", source, "-t", "4", "-c:a", "ac3", "-f", "mpegts", folder.path("ac3.ts")])
    #expect(made.exitCode == 0, "\(made.errorText)")
    let (surround, stereo) = (folder.read("ac3.ts"), try SignalSource.shared.bytes(music, as: .aac(kilobits: 128)))
    let server = try ScriptedServer { [loads = Counter()] call in
      switch call.request.path {
      case "/master":
        let rows = ["surround 256", "page 192", "stereo 128"].map { row in
          let words = row.split(separator: " ")
          return "#EXT-X-STREAM-INF:BANDWIDTH=\(words[1])000\n\(words[0]).m3u8\n"
        }
        call.serve(Array(("#EXTM3U\n" + rows.joined()).utf8))
      case "/surround.ts": call.serve(surround)
      case "/page.ts": call.serve(Array("<html>off the air</html>".utf8))
      case "/stereo.ts": call.serve(stereo)
      case "/stereo.m3u8" where command == "retry" && (1...2).contains(loads.next()): call.answer("404 Not Found")
      case let path:
        let end = command == "retry" ? "" : "#EXT-X-ENDLIST\n"
        let name = path.dropFirst().prefix { $0 != "." }
        call.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(name).ts\n\(end)".utf8))
      }
    }
    let options =
      command == "probe" ? [] : ["--no-view", "--output", "silent", "--duration", command == "play" ? "3" : "7"]
    let result = try Radiod.run([command == "probe" ? "probe" : "play", server.url("/master")] + options)
    #expect(result.exitCode == 0, "\(result.errorText)")
    let asked = server.requests.map(\.path).filter { $0.hasSuffix(".ts") }
    #expect(asked.prefix(3) == ["/surround.ts", "/page.ts", "/stereo.ts"] && asked.last == "/stereo.ts")
    #expect(asked.count { $0 == "/surround.ts" } == 1, "\(asked)")
    #expect(asked.count == (command == "retry" ? 4 : 3), "\(asked)")
  }
}
