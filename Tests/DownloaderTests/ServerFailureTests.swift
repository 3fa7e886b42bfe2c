import AudioCore
import Downloader
import Foundation
import NIOPosix
import Synchronization
import TestSupport
import Testing

@Suite("Servers that fail before they play", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ServerFailureTests {
  private static var shortLimits: DownloadLimits {
    var limits = DownloadLimits()
    limits.connectSeconds = 1
    limits.headSeconds = 1
    return limits
  }

  @Test("a port without a listener is reported as refusing")
  func refused() async throws {
    let port = try ScriptedServer.freePort()
    #expect(try await Fetch.failure("http://127.0.0.1:\(port)/") == .refused(host: "127.0.0.1", port: port))
  }

  @Test(
    "a connection that closes or breaks before an answer is reported as lost", arguments: ["", "HTTP/1.0 200"])
  func lostBeforeHead(beginning: String) async throws {
    let closing = try ScriptedServer { $0.send(beginning) }
    #expect(
      try await Fetch.failure(closing.url)
        == .connectionLost(host: "127.0.0.1", reason: "the server closed the connection without an answer"))
    let breaking = try ScriptedServer { call in
      call.send(beginning)
      call.reset()
    }
    #expect(
      try await Fetch.failure(breaking.url)
        == .connectionLost(host: "127.0.0.1", reason: "the server broke the connection without an answer"))
  }

  @Test("the error names each status", arguments: [401, 403, 404, 410, 500, 503])
  func statuses(code: Int) async throws {
    let server = try ScriptedServer { $0.answer("\(code) Because", headers: ["Content-Type: text/html"]) }
    let failure = try await Fetch.failure(server.url)
    #expect(failure == .status(code, host: "127.0.0.1", reason: "Because"))
    #expect(failure?.description.contains("says \(code)") == true)
  }

  /// Heads that never end; one test sends them fast, another one slowly.
  static let endlessHeads: [(String, begin: String, more: String)] = [
    ("a status line", "HTTP/1.0 200 O", "OOOOOOOO"), ("lines", "HTTP/1.0 200 OK\r\n", "X: y\r\n"),
    ("one line", "ICY 200 OK\r\nX: ", "zzzzzzzz"), ("a folded line", "HTTP/1.0 200 OK\r\nX: y\r\n", " zzzzzz\r\n"),
    ("100 Continue", "", "HTTP/1.1 100 Continue\r\n\r\n"),
  ]

  @Test("an endless head fails at 64 KiB, and the connection is closed", arguments: endlessHeads)
  func endlessHead(_ head: (String, begin: String, more: String)) async throws {
    let more = Array(String(repeating: head.more, count: 100).utf8)
    let server = try ScriptedServer { call in
      call.send(head.begin)
      call.sendForever(more)
    }
    let failure = try await Fetch.failure(server.url)
    #expect(failure == .badAnswer(host: "127.0.0.1", reason: "its head is longer than 64 KiB"))
    #expect(ProcessRunner.eventually { server.openCallCount == 0 })
  }

  @Test("an endless head that trickles fails at the deadline, which no byte extends", arguments: endlessHeads)
  func trickling(_ head: (String, begin: String, more: String)) async throws {
    let server = try ScriptedServer { call in
      call.send(head.begin)
      while call.send(head.more) { call.pause(.milliseconds(50)) }
    }
    let seconds = try await Fetch.seconds {
      let failure = try await Fetch.failure(server.url, by: Fetch.downloader(limits: Self.shortLimits))
      #expect(failure == .headTimeout(host: "127.0.0.1", afterSeconds: 1))
    }
    #expect(seconds > 0.9)
  }

  @Test("redirects share one deadline")
  func slowRedirects() async throws {
    let server = try ScriptedServer { call in
      call.pause(.milliseconds(300))
      call.answer("302 Found", headers: ["Location: /\(call.number)"])
    }
    let failure = try await Fetch.failure(server.url, by: Fetch.downloader(limits: Self.shortLimits))
    #expect(failure == .headTimeout(host: "127.0.0.1", afterSeconds: 1))
    #expect(server.callCount <= 5, "four redirects take longer than a second")
  }

  /// A path whose answer redirects, what the error says, and the number of requests up to then.
  private static let redirectRows: [(path: String, words: String, requests: Int)] = [
    ("/circle", "in a circle", 2), ("/", "redirects more than 8 times", 9), ("/file", "'file' is not http", 1),
    ("/ftp", "'ftp' is not http", 1), ("/script", "'javascript' is not http", 1), ("/port", "port is not a number", 1),
    ("/long", "too long", 1), ("/empty", "in a circle", 1),
  ]

  @Test("redirects end in an error: in a circle, after 8 of them, and at an address that is not http")
  func redirects() async throws {
    let server = try ScriptedServer { call in
      let targets = [
        "/circle": "/circle2", "/circle2": "/circle", "/file": "file:///etc/passwd", "/ftp": "ftp://h/", "/empty": "",
        "/script": "javascript://x", "/port": "http://127.0.0.1:0/", "/long": "/" + String(repeating: "x", count: 8190),
      ]
      call.answer("302 Found", headers: ["Location: \(targets[call.request.path] ?? "/\(call.number)")"])
    }
    for (path, words, requests) in Self.redirectRows {
      let before = server.requests.count
      let failure = try await Fetch.failure(server.url(path))
      #expect(failure?.description.contains(words) == true, "\(path): \(String(describing: failure))")
      #expect(server.requests.count - before == requests, "\(path)")
    }
  }

  @Test("a redirect whose query contains an address is not mistaken for that address")
  func addressInQuery() async throws {
    let server = try ScriptedServer { call in
      if call.request.path == "/" {
        call.answer("302 Found", headers: ["Location: /play?u=http://elsewhere.invalid/"])
      } else {
        call.answer(body: Array(call.request.path.utf8))
      }
    }
    let content = try await Fetch.all(server.url)
    #expect(String(decoding: content.audio, as: UTF8.self) == "/play?u=http://elsewhere.invalid/")
    #expect(content.head.hops == [server.url, server.url("/play?u=http://elsewhere.invalid/")])
  }

  @Test("the error names a proxy that refuses, and one that wants a password")
  func proxy() async throws {
    let closed = try ScriptedServer.freePort()
    let refused = try await Fetch.failure(
      "http://radio.invalid/", by: Fetch.downloader(environment: ["http_proxy": "127.0.0.1:\(closed)"]))
    #expect(refused == .refused(host: "the proxy 127.0.0.1", port: closed))
    let proxy = try ScriptedServer { $0.answer("407 Proxy Authentication Required") }
    let unknown = try await Fetch.failure(
      "http://radio.invalid/", by: Fetch.downloader(environment: ["http_proxy": "127.0.0.1:\(proxy.port)"]))
    #expect(unknown == .status(407, host: "the proxy 127.0.0.1", reason: "Proxy Authentication Required"))
  }

  @Test("the error names an unknown host")
  func unknownHost() async throws {
    let failure = try await Fetch.failure("http://no-such-host.invalid/")
    guard case .network(.unknownHost(let host)) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(host.hasPrefix("no-such-host.invalid"))
  }

  @Test("a host with a dead address is reached through its next address")
  func secondAddress() async throws {
    // localhost is ::1 and 127.0.0.1; the server listens on the second alone.
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let content = try await Fetch.all("http://localhost:\(server.port)/")
    #expect(content.audio == [1])
    #expect(server.requests.first?.header("host") == "localhost:\(server.port)")
  }

  @Test("opening can be cancelled in every phase, while the server is silent", arguments: [true, false])
  func cancel(connects: Bool) async throws {
    let server = try ScriptedServer(readsRequest: connects) { _ = $0.receive(exactly: 1 << 20) }
    var limits = DownloadLimits()
    (limits.connectSeconds, limits.headSeconds) = (3600, 3600)  // only the cancellation can end it
    let downloader = Fetch.downloader(limits: limits)
    let url = connects ? server.url : "https://127.0.0.1:\(server.port)/"
    let task = Task { try await Fetch.failure(url, by: downloader) }
    while server.callCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a stream that is cancelled is not taken for one that ended")
  func cancelStream() async throws {
    let server = try ScriptedServer { $0.station(body: [1, 2, 3]) }
    let isReading = Mutex(false)
    let task = Task {
      var connection = try await Fetch.downloader().open(StreamRequest(url: StreamURL(server.url)))
      _ = try await connection.next()
      isReading.withLock { $0 = true }
      let end = try await connection.next()
      await connection.close()
      return end
    }
    while !isReading.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("connections that failed leave no descriptor behind")
  func descriptors() async throws {
    let closed = try ScriptedServer.freePort()
    let server = try ScriptedServer { call in
      switch call.number % 4 {
      case 0: call.reset()
      case 1: call.send("nonsense")
      case 2: call.answer("404 Not Found")
      default: call.answer("302 Found", headers: ["Location: http://127.0.0.1:\(closed)/"])
      }
    }
    func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
    for _ in 0..<8 { _ = try await Fetch.failure(server.url) }
    let before = open()
    for _ in 0..<80 { _ = try await Fetch.failure(server.url) }
    #expect(ProcessRunner.eventually(within: .seconds(3)) { open() <= before + 2 }, "\(before) before, \(open()) after")
  }
}
