import HTTPServer
import JSON
import NIOCore
import Radio
import TestSupport
import Testing
import WebServer

@Suite("Long answers", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct WholeAnswerTests {
  /// The titles of the history. The answer with all of them is longer than any buffer of a socket.
  private static let titles = 10_000
  private static let target = "/api/history?limit=10000"

  /// Runs `body` with a radio that has heard many titles and lets clients wait for next to no time.
  private static func with(_ body: (TestRadio) async throws -> Void) async throws {
    try await TestRadio.with({
      $0.limits.closingTime = .milliseconds(1)
      $0.limits.idleTime = .milliseconds(1)
    }) { radio in
      for number in 0..<titles {
        radio.history.add(title: "A song of some length, number \(number)", station: "first", name: "x", at: 1)
      }
      try await body(radio)
    }
  }

  /// A way to ask, and whether the client closes its sending side at once.
  static let manners: [(request: String, isHalfClosed: Bool)] = [
    ("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", false),
    ("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n", false),
    ("GET \(target) HTTP/1.0\r\nHost: localhost\r\n\r\n", false),
    ("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", true),
    ("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n", true),
    ("GET \(target) HTTP/1.0\r\nHost: localhost\r\n\r\n", true),
    ("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/queue HTTP/1.1\r\nHost: localhost\r\n\r\n", true),
  ]

  @Test(
    "a client that reads slowly gets all of an answer, however it asked for it and whatever it has closed",
    arguments: manners.indices, [true, false])
  func slowReader(_ manner: Int, _ isLocal: Bool) async throws {
    let (request, isHalfClosed) = Self.manners[manner]
    try await Self.with { radio in
      let client = try isLocal ? RawClient(path: radio.socketPath) : RawClient(port: radio.port)
      client.send(request)
      if isHalfClosed { client.finish() }
      var bytes: [UInt8] = []
      while true {
        let piece = client.receiveBytes(atMost: 64 << 10)
        guard !piece.isEmpty else { break }
        bytes += piece
        // Between two pieces more time passes than the server waits for a client that has its answer.
        for _ in 0..<5 { _ = try radio.ask("GET", "/healthz") }
      }
      let (head, body) = try #require(Self.split(bytes))
      let length = try #require(head.firstMatch(of: /content-length: (\d+)/)?.1)
      let expected = try #require(Int(length))
      #expect(expected > 600_000 && body.count >= expected, "got \(body.count) of \(expected)")
      let titles = try JSONReader.read(Array(body.prefix(expected)))["titles"]?.elements
      #expect(titles?.count == Self.titles)
    }
  }

  /// Returns the head in lower case, and the bytes after it; nil when the head has not ended.
  private static func split(_ bytes: [UInt8]) -> (head: String, body: ArraySlice<UInt8>)? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    return (String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased(), bytes[end.upperBound...])
  }

  /// A gauge of the server.
  private static func gauge(_ name: String, _ radio: TestRadio) throws -> Int {
    let lines = try radio.ask("GET", "/metrics").body.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("springradio_http_\(name) ") })
    return try #require(Int(line.split(separator: " ")[1]))
  }

  @Test("answers that wait for clients which read nothing have a bound in all: the slowest of them are disconnected")
  func unread() async throws {
    try await Self.with { radio in
      let clients = try (0..<100).map { _ in try RawClient(port: radio.port) }
      for client in clients { client.send(TestRadio.request("GET", Self.target)) }
      #expect(ProcessRunner.eventually { (try? Self.gauge("clients{door=\"tcp\"}", radio)) ?? 100 <= 40 })
      #expect(try Self.gauge("unsent_bytes{transport=\"tcp\"}", radio) <= ConnectionCounts.maximumUnsentBytes)
      // A client that reads is served meanwhile, in either way.
      #expect(try radio.ask("GET", Self.target).json["titles"]?.elements?.count == Self.titles)
      let answer = try radio.askOverTCP("GET", Self.target, ["Host: localhost"])
      #expect(try answer.json["titles"]?.elements?.count == Self.titles)
      withExtendedLifetime(clients) {}
    }
  }

  @Test("a client that sends many requests and reads nothing has one answer in memory")
  func pipeline() async throws {
    try await Self.with { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(String(repeating: TestRadio.request("GET", Self.target), count: 50))
      let unsent = "unsent_bytes{transport=\"unix\"}"
      #expect(ProcessRunner.eventually { (try? Self.gauge(unsent, radio)) ?? 0 > 100_000 })
      for _ in 0..<50 { #expect(try radio.ask("GET", "/healthz").status == 200) }
      #expect(try Self.gauge(unsent, radio) < 2_000_000)
      for number in 0..<50 {
        let part = client.receiveBytes(until: "]}")
        #expect(part.count > 600_000, "answer \(number) has \(part.count) bytes")
      }
    }
  }
}
