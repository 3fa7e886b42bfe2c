import AudioCore
import Downloader
import NIOCore
import Synchronization
import TestSupport
import Testing

@Suite("Reuse of connections")
struct KeepAliveTests {
  /// How a server answers consecutive requests.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The header lines behind the status line.
    var lines: [String]
    var body = "sound"
    var version = "HTTP/1.1"
    /// True when one connection serves both requests.
    var isReused: Bool
  }

  static let rows: [Row] = [
    Row(testDescription: "a body of known length", lines: ["Content-Length: 5"], isReused: true),
    Row(
      testDescription: "HTTP/1.0 that keeps alive", lines: ["Content-Length: 5", "Connection: Keep-Alive"],
      version: "HTTP/1.0", isReused: true),
    Row(testDescription: "HTTP/1.0", lines: ["Content-Length: 5"], version: "HTTP/1.0", isReused: false),
    Row(testDescription: "close", lines: ["Content-Length: 5", "Connection: close"], isReused: false),
    Row(
      testDescription: "chunks", lines: ["Transfer-Encoding: chunked"], body: "5\r\nsound\r\n0\r\n\r\n", isReused: false
    ),
    Row(testDescription: "bytes behind the body", lines: ["Content-Length: 5"], body: "sound!", isReused: false),
  ]

  private static func server(_ row: Row) throws -> ScriptedServer {
    try ScriptedServer { call in
      let answer = ([row.version + " 200 OK"] + row.lines + ["", ""]).joined(separator: "\r\n") + row.body
      repeat { if !call.send(answer) { return } } while call.nextRequest() != nil
    }
  }

  private static func read(_ request: StreamRequest, by downloader: Downloader) async throws -> StreamRequest {
    let document = try await downloader.document(request, maximumBytes: 100, within: .seconds(5))
    #expect(String(decoding: document.bytes, as: UTF8.self) == "sound")
    var next = document.follower
    next.trail = []
    return next
  }

  private static func request(_ url: String) throws -> StreamRequest {
    var request = StreamRequest(url: try StreamURL(url))
    request.keepsAlive = true
    return request
  }

  @Test(
    "a connection is reused only after a keep-alive answer of known length without bytes behind it", arguments: rows)
  func reuse(row: Row) async throws {
    let server = try Self.server(row)
    let downloader = Fetch.downloader()
    let next = try await Self.read(Self.request(server.url), by: downloader)
    _ = try await Self.read(next, by: downloader)
    #expect(server.callCount == (row.isReused ? 1 : 2))
  }

  @Test("another opening, other credentials, or a request without keep-alive uses a new connection")
  func separation() async throws {
    let server = try Self.server(Self.rows[0])
    let downloader = Fetch.downloader()
    for _ in 0..<2 { _ = try await Self.read(Self.request(server.url), by: downloader) }
    #expect(server.callCount == 2, "two openings")
    var next = try await Self.read(Self.request(server.url), by: downloader)
    next.url = try StreamURL(server.url("/", credentials: "me:secret"))
    next = try await Self.read(next, by: downloader)
    #expect(server.callCount == 4, "other credentials")
    next.keepsAlive = false
    _ = try await Self.read(next, by: downloader)
    #expect(server.callCount == 5, "not wanted")
  }

  @Test("at most two idle connections stay open, and none after the opening has ended")
  func bounds() async throws {
    let servers = try (0..<4).map { _ in try Self.server(Self.rows[0]) }
    let downloader = Fetch.downloader()
    var request: StreamRequest? = try Self.request(servers[0].url)
    for server in servers {
      request?.url = try StreamURL(server.url)
      if let wanted = request { request = try await Self.read(wanted, by: downloader) }
    }
    func open() -> Int { servers.reduce(0) { $0 + $1.openCallCount } }
    #expect(ProcessRunner.eventually(within: .seconds(3)) { open() == 2 }, "\(open())")
    request = nil
    #expect(ProcessRunner.eventually(within: .seconds(3)) { open() == 0 }, "\(open())")
  }

  @Test(
    "a connection that the server closed meanwhile, or that breaks before the first byte, is replaced once",
    arguments: [true, false])
  func closed(isEarly: Bool) async throws {
    let mayClose = Mutex(false)
    let server = try ScriptedServer { call in
      call.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nsound")
      if call.number == 0 {
        if isEarly { while !mayClose.withLock({ $0 }) { call.pause(.milliseconds(5)) } } else { _ = call.nextRequest() }
        call.reset()
      } else {
        call.waitForEnd()
      }
    }
    let downloader = Fetch.downloader()
    let next = try await Self.read(Self.request(server.url), by: downloader)
    mayClose.withLock { $0 = true }
    _ = try await Self.read(next, by: downloader)
    #expect(server.callCount == 2)
  }

  /// In some rounds the next request uses the connection while it is being closed.
  @Test("bytes behind an answer close the connection, and the next request uses a new one")
  func lateSurplus() async throws {
    let downloader = Fetch.downloader()
    for _ in 0..<40 {
      let mayContinue = Mutex(false)
      let server = try ScriptedServer { call in
        call.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nsound")
        guard call.number == 0 else { return call.waitForEnd() }
        while !mayContinue.withLock({ $0 }) { call.pause(.milliseconds(5)) }
        call.send("HTTP/1.1 408 Too Late\r\n\r\n")
        call.waitForEnd()
      }
      let next = try await Self.read(Self.request(server.url), by: downloader)
      mayContinue.withLock { $0 = true }
      #expect(ProcessRunner.eventually(within: .seconds(3)) { server.openCallCount == 0 }, "it is closed at once")
      _ = try await Self.read(next, by: downloader)
      #expect(server.callCount == 2)
    }
  }

  @Test("an idle connection to this machine is closed, not reused, once a public server has answered")
  func forbidden() async throws {
    let (chosen, inner, outer) = (
      try Self.server(Self.rows[0]), try Self.server(Self.rows[0]), try Self.server(Self.rows[0])
    )
    let outerPort = outer.port
    let downloader = Fetch.downloader { $0.port == outerPort ? .everywhere : AddressScope($0) }
    var request = try Self.request("http://localhost:\(chosen.port)/")
    for url in [inner.url, outer.url] {
      request = try await Self.read(request, by: downloader)
      request.url = try StreamURL(url)
    }
    request = try await Self.read(request, by: downloader)
    #expect(inner.openCallCount == 1, "it waits")
    request.url = try StreamURL(inner.url)
    await #expect(throws: TuneError.self) {
      _ = try await downloader.document(request, maximumBytes: 100, within: .seconds(5))
    }
    #expect(ProcessRunner.eventually(within: .seconds(3)) { inner.openCallCount == 0 })
    #expect(inner.requests.count == 1)
  }

  @Test(
    "the time limit of a document covers connecting, the head and the body", arguments: ["handshake", "head", "body"])
  func documentLimit(hangs: String) async throws {
    let server = try ScriptedServer(readsRequest: hangs != "handshake") { call in
      if hangs == "body" { call.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nso") }
      _ = call.receive(exactly: 1 << 20)
    }
    let scheme = hangs == "handshake" ? "https" : "http"
    let request = try Self.request("\(scheme)://127.0.0.1:\(server.port)/")
    var error: TuneError?
    let seconds = await Fetch.seconds {
      error = await #expect(throws: TuneError.self) {
        _ = try await Fetch.downloader().document(request, maximumBytes: 100, within: .seconds(1))
      }
    }
    #expect(seconds >= 0.9 && error?.description.contains(" 1 s") == true, "\(String(describing: error))")
  }

  @Test("an answer that breaks off is an error and is not requested again")
  func brokenAnswer() async throws {
    let server = try ScriptedServer { call in
      call.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nsound")
      guard call.nextRequest() != nil else { return }
      call.send("HTTP/1.1 2")
    }
    let downloader = Fetch.downloader()
    let next = try await Self.read(Self.request(server.url), by: downloader)
    await #expect(throws: TuneError.self) {
      _ = try await downloader.document(next, maximumBytes: 100, within: .seconds(5))
    }
    #expect(server.callCount == 1)
  }

  @Test("cookies are sent with the requests that follow")
  func cookies() async throws {
    let server = try ScriptedServer { call in
      let line = call.number == 0 ? "Set-Cookie: token=abc; Path=/\r\n" : ""
      call.send("HTTP/1.1 200 OK\r\n\(line)Content-Length: 5\r\nConnection: close\r\n\r\nsound")
    }
    let downloader = Fetch.downloader()
    let next = try await Self.read(Self.request(server.url), by: downloader)
    _ = try await Self.read(next, by: downloader)
    #expect(server.requests.map { $0.header("cookie") } == [nil, "token=abc"])
  }
}
