import Broadcast
import Glibc
import NIOPosix
import Testing

@Suite("Real players and the broadcast")
struct RealClientTests {
  private func onAir(_ recordings: [Recording]? = nil, _ body: (String) async throws -> Void) async throws {
    let station =
      recordings.map { Broadcaster(recordings: $0, group: .singleton) }
      ?? Broadcaster.demo(bytes: BroadcasterTests.demoBytes, group: .singleton)
    let port = try await station.start()
    do {
      try await body("http://127.0.0.1:\(port)/stream")
    } catch {
      await station.stop()
      throw error
    }
    await station.stop()
  }

  @Test("curl gets the header fields", .enabled(if: isInstalled("curl")))
  func curl() async throws {
    try await onAir { url in
      let text = try await output(of: "curl -sI -m 20 -H 'Icy-MetaData: 1' \(url)")
      #expect(text.contains("icy-metaint: 16000\r\n"))
      #expect(text.contains("icy-name: SpringRadio Demo\r\n"))
    }
  }

  @Test("ffmpeg decodes the stream without errors and finds the title", .enabled(if: isInstalled("ffmpeg")))
  func ffmpeg() async throws {
    try await onAir { url in
      let tags = try await output(
        of: "timeout 20 ffprobe -v error -show_entries format_tags -of default=nw=1 \(url) 2>&1")
      #expect(tags.contains("TAG:icy-name=SpringRadio Demo"))
      #expect(tags.contains("TAG:StreamTitle=SpringRadio - Thaw"))
      let count = try await output(
        of: "timeout 20 ffmpeg -v error -i \(url) -t 3 -f s16le -ac 2 -ar 44100 - 2>&1 | wc -c")
      #expect(count == "\(3 * 44_100 * 4)\n")
    }
  }

  @Test("mpg123 decodes the stream", .enabled(if: isInstalled("mpg123")))
  func mpg123() async throws {
    try await onAir { url in
      let count = try await output(of: "timeout 20 mpg123 -q -n 100 --stdout \(url) 2>/dev/null | wc -c")
      #expect(count == "\(100 * 1152 * 4)\n")
    }
  }

  @Test("an AAC recording is sent as AAC", .enabled(if: isInstalled("ffmpeg")))
  func aac() async throws {
    let path = "/tmp/springradio-test-\(getpid()).aac"
    defer { unlink(path) }
    _ = try await output(of: "ffmpeg -v error -y -f lavfi -i sine=440:d=8 -ac 2 -c:a aac -b:a 128k \(path)")
    try await onAir([.file(path)]) { url in
      let text = try await output(
        of: "timeout 20 ffprobe -v error -show_entries stream=codec_name -of csv=p=0 \(url) 2>&1")
      #expect(text == "aac\n")
      let head = try await output(of: "curl -sI -m 20 \(url)")
      #expect(head.contains("Content-Type: audio/aac\r\n"))
    }
  }
}
