import AudioCore
import Broadcast
import CAssets
import Glibc
import Muxing
import NIOCore
import NIOPosix
import ServerSupport
import Synchronization
import TestSupport
import Testing

@Suite("A broadcaster")
struct BroadcasterTests {
  static let demoBytes = EmbeddedBytes(start: cassets_demo_bytes(), count: cassets_demo_size())
  static let music = demoBytes.read(0..<demoBytes.count)

  /// Starts `station`, runs `body` with its port, and stops the station.
  private func onAir(
    _ station: Broadcaster, _ body: (Int) async throws -> Void
  ) async throws {
    let port = try await station.start()
    do {
      try await body(port)
    } catch {
      await station.stop()
      throw error
    }
    await station.stop()
  }

  private func demo() -> Broadcaster { Broadcaster.demo(bytes: Self.demoBytes, group: .singleton) }

  private func station(_ recordings: [Recording], _ change: (inout BroadcastOptions) -> Void = { _ in }) -> Broadcaster
  {
    var options = BroadcastOptions()
    change(&options)
    return Broadcaster(recordings: recordings, options: options, group: .singleton)
  }

  @Test(
    "the stream begins with a burst at the start of a frame, in an unchunked HTTP answer",
    arguments: ["/", "/stream", "/;?x=1"])
  func sound(_ path: String) async throws {
    try await onAir(demo()) { port in
      let (head, body) = try await TestClient(port: port, path: path).get(bytes: 60_000)
      #expect(head.first == "HTTP/1.0 200 OK")
      #expect(head.contains("Content-Type: audio/mpeg"))
      #expect(head.contains("icy-name: SpringRadio Demo"))
      #expect(head.contains("icy-br: 128"))
      #expect(
        !head.contains { $0.lowercased().hasPrefix("icy-metaint") || $0.lowercased().hasPrefix("transfer-encoding") })
      let start2 = try #require(Self.frameStarts.first { Self.music[$0...].starts(with: body.prefix(2000)) })
      #expect(Self.looped(from: start2, count: body.count) == body)
    }
  }

  /// The places in the demo at which its first frames begin.
  private static let frameStarts = music.indices.prefix(100_000).filter { music[$0...].starts(with: [0xFF, 0xFB]) }

  private static func looped(from start: Int, count: Int) -> [UInt8] {
    (start..<start + count).map { music[$0 % music.count] }
  }

  @Test("a listener that asks for titles gets them between the audio")
  func titles() async throws {
    try await onAir(demo()) { port in
      let client = TestClient(port: port, headers: "icy-metadata:  1 \r\n")
      let (head, body) = try await client.get(bytes: 16_000 + 1 + 16 * 5)
      #expect(head.contains("icy-metaint: 16000"))
      let block = ICYInterleaver.block(title: "SpringRadio - Thaw")
      #expect(body[16_000...].starts(with: block))
    }
  }

  @Test(
    "an answer to HEAD has no audio, and an unknown path or method gets the reason",
    arguments: [
      ("HEAD", "/stream", "HTTP/1.0 200 OK", ""),
      ("GET", "/other", "HTTP/1.0 404 Not Found", "there is no such stream; it is at /stream\n"),
      ("HEAD", "/other", "HTTP/1.0 404 Not Found", ""),
      ("POST", "/", "HTTP/1.0 405 Method Not Allowed", "only GET and HEAD are understood\n"),
    ])
  func answers(_ method: String, _ path: String, _ status: String, _ text: String) async throws {
    try await onAir(demo()) { port in
      let (head, body) = try await TestClient(port: port, path: path, method: method).get()
      #expect(head.first == status)
      #expect(String(decoding: body, as: UTF8.self) == text)
    }
  }

  @Test("the broadcaster gives a playlist with its own address")
  func playlist() async throws {
    try await onAir(demo()) { port in
      let (head, body) = try await TestClient(port: port, path: "/listen.pls").get()
      #expect(head.contains("Content-Type: audio/x-scpls"))
      #expect(String(decoding: body, as: UTF8.self).contains("File1=http://radio.test:\(port)/stream\n"))
    }
  }

  @Test("after the burst the broadcaster sends at the pace of playback")
  func pace() async throws {
    try await onAir(demo()) { port in
      _ = try await TestClient(port: port).get(bytes: 60_000)
      let start = ContinuousClock.now
      _ = try await TestClient(port: port).get(bytes: (64 << 10) + 16_000)
      #expect(ContinuousClock.now - start > .milliseconds(600))
    }
  }

  @Test("the burst is as long as the options say, and comes before it would have been played")
  func burst() async throws {
    let station = station([Recording(content: .embedded(Self.demoBytes), name: "demo")]) { $0.burstBytes = 420_000 }
    try await onAir(station) { port in
      // 25 s of sound, for which the client waits less than 20 s.
      let body = try await TestClient(port: port).get(bytes: 400_000, limit: .seconds(20)).body
      #expect(body.count == 400_000)
    }
  }

  @Test("the broadcaster serves and counts several listeners, and refuses one above the limit with the reason")
  func several() async throws {
    let station = station([Recording(content: .embedded(Self.demoBytes), name: "demo")]) { $0.maximumListeners = 2 }
    try await onAir(station) { port in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            _ = try await TestClient(port: port).fetch(limit: .seconds(60)) { _ in false }
          }
        }
        #expect(await eventually { station.listenerCount == 2 })
        let (head, body) = try await TestClient(port: port).get()
        #expect(head.first == "HTTP/1.0 503 Service Unavailable")
        #expect(String(decoding: body, as: UTF8.self) == "the station is full\n")
        group.cancelAll()
      }
      #expect(await eventually { station.listenerCount == 0 })
    }
  }

  @Test("the broadcaster drops a listener that does not read")
  func slow() async throws {
    let station = station([Recording(content: .embedded(Self.demoBytes), name: "demo")]) {
      $0.queueBytes = 32 << 10  // two seconds of sound
      $0.sendBufferBytes = 4096
    }
    try await onAir(station) { port in
      let deaf = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.autoRead, value: false)
        .channelOption(.socketOption(.so_rcvbuf), value: 4096)
        .connect(host: "127.0.0.1", port: port).get()
      try await deaf.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.0\r\n\r\n"))
      #expect(await eventually { station.listenerCount == 1 })
      #expect(await eventually { station.listenerCount == 0 })
      try await deaf.close()
    }
  }

  private final class ByteCount: Sendable {
    let value = Atomic(0)
  }

  @Test("a stop disconnects the listeners and closes the port")
  func stop() async throws {
    let station = demo()
    let port = try await station.start()
    let received = ByteCount()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        _ = try await TestClient(port: port).fetch {
          received.value.store($0.count, ordering: .relaxed)
          return false
        }
      }
      #expect(await eventually { station.listenerCount == 1 && received.value.load(ordering: .relaxed) > 10_000 })
      await station.stop()
      try await group.waitForAll()
    }
    #expect(station.listenerCount == 0)
    await #expect(throws: (any Error).self) { try await TestClient(port: port).get() }
    try await station.waitUntilOver()
  }

  @Test("each of several stops returns when nothing of the broadcast is left")
  func twoStops() async throws {
    let station = demo()
    let port = try await station.start()
    let listening = Task { try await TestClient(port: port).fetch { _ in false } }
    #expect(await eventually { station.listenerCount == 1 })
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          await station.stop()
          return station.listenerCount
        }
      }
      for await count in group { #expect(count == 0) }
    }
    _ = try? await listening.value
  }

  @Test("a listener hears each title with its sound, in the burst too")
  func titlesInStep() async throws {
    let parts = stride(from: 0, to: 160, by: 40).map { Recording.Cue(frame: $0, title: "part \($0)") }
    let music = Recording(content: .embedded(Self.demoBytes), name: "demo", cues: parts)
    try await onAir(station([music]) { $0.metadataInterval = 418 }) { port in
      let (_, body) = try await TestClient(port: port, headers: "Icy-MetaData: 1\r\n").get(bytes: 60_000)
      let text = String(decoding: body, as: Unicode.ASCII.self)
      let places = parts.map { text.ranges(of: "StreamTitle='\($0.title)';").map(\.lowerBound) }
      #expect(places.allSatisfy { $0.count == 1 }, "\(places.map(\.count))")
      #expect(places.joined().elementsEqual(places.joined().sorted()))
    }
  }

  @Test("a broadcaster that cannot start gives the reason")
  func faults() async throws {
    let text = Array("just a text file, no sound in it at all\n".utf8)
    let missing = "/nowhere/a.mp3"
    await #expect(throws: TuneError.cannotRead(path: missing, reason: "No such file or directory")) {
      try await station([.file(missing)]).start()
    }
    await #expect(throws: TuneError.self) {
      try await station([Recording(content: .bytes(text), name: "a.txt")]).start()
    }
    await #expect(throws: TuneError.invalidRequest(message: "there is nothing to broadcast; name a file")) {
      try await station([]).start()
    }
    try await onAir(demo()) { port in
      let reason = "another program has the port"
      await #expect(throws: ServerError.cannotListen(host: "127.0.0.1", port: port, reason: reason)) {
        try await station([Recording(content: .embedded(Self.demoBytes), name: "demo")]) { $0.port = port }.start()
      }
    }
  }

  @Test(
    "a file's title is the given one, or that of its tag, or its file name",
    arguments: [
      (true, nil, "Band - Song"), (true, "Given", "Given"), (false, nil, "my file"),
    ] as [(Bool, String?, String)])
  func fileTitles(_ hasTag: Bool, _ reported: String?, _ expected: String) async throws {
    func field(_ name: String, _ text: String) -> [UInt8] {
      Array(name.utf8) + [0, 0, 0, UInt8(1 + text.utf8.count), 0, 0, 0] + Array(text.utf8)
    }
    let fields = field("TPE1", "Band") + field("TIT2", "Song")
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(fields.count)] + fields
    var template = Array("/tmp/springradio-test.XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let path = folder + "/my file.mp3"
    defer {
      unlink(path)
      rmdir(folder)
    }
    let file = try #require(fopen(path, "w"))
    let bytes = (hasTag ? tag : []) + Self.music.prefix(200_000)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    try await onAir(station([.file(path, title: reported)]) { $0.metadataInterval = 100 }) { port in
      let (_, body) = try await TestClient(port: port, headers: "Icy-MetaData: 1\r\n").get(bytes: 200)
      #expect(body[100...].starts(with: ICYInterleaver.block(title: expected).prefix(99)))
    }
  }
}
