import Foundation
import Glibc
import Radio
import Synchronization
import TestSupport
import Testing
import WebServer

@Suite("Hostile HTTP clients", .timeLimit(.minutes(1 * TestTime.scale)))
struct HostileClientTests {
  /// The maximum amount of memory that such clients may cost, in bytes.
  private static let memoryLimit = 32 << 20

  /// Runs `body` while another client requests the status again and again: each answer must come within 200 ms, beside
  /// what a busy machine takes, and memory may grow by less than ``memoryLimit``. Both run on their own threads because they block.
  private static func unharmed(_ radio: TestRadio, _ body: @escaping @Sendable () throws -> Void) async throws {
    let watcher = Watcher(try RawClient(path: radio.socketPath))
    let before = residentBytes
    let pauses = MachinePauses()
    defer { pauses.end() }
    Thread.detachNewThread { watcher.run() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
    let grown = residentBytes - before
    #expect(grown < memoryLimit)
    let slowest = await watcher.finish()
    #expect(slowest < pauses.limit(.milliseconds(200)), "the machine paused \(pauses.longest)")
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  @Test("of 1000 connections those within the limit are served, and the others are refused with status 503")
  func crowd() async throws {
    try await TestRadio.with { radio in
      try await Self.unharmed(radio) {
        let clients = (0..<1000).compactMap { _ in try? RawClient(path: radio.socketPath) }
        #expect(clients.count == 1000)
        let last = try #require(clients.last).receive()
        #expect(last.contains("503 Service Unavailable"))
        let turnedAway = clients.dropFirst(255).dropLast().filter {
          $0.receive(until: "}", within: .seconds(1)).contains("503")
        }
        #expect(turnedAway.count == 744, "256 less the watcher are inside")
        withExtendedLifetime(clients) {}
      }
    }
  }

  @Test(
    "a client that sends no complete, valid request gets an error and is disconnected",
    arguments: [
      ("GET /api/status HT", "408"),
      ("POST /api/stop HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{", "408"),
      ("", ""), ("GET /api/status HTTP/1.1\r\nX: " + String(repeating: "x", count: 20_000), "431"),
      ("GET /api/status HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 150) + "\r\n", "431"),
      ("\u{16}\u{3}\u{1}\u{2}hello\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "400"),
      ("POST /api/stop HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{", "413"),
    ])
  func halfRequests(_ text: String, _ status: String) async throws {
    try await TestRadio.with({
      // What is whole, or too much, must not be late, however slowly it comes.
      if status.isEmpty { $0.limits.headTime = .milliseconds(200) }
      if status == "408" { $0.limits.headTime = .seconds(1); $0.limits.bodyTime = .milliseconds(200) }
      $0.limits.closingTime = .milliseconds(300)
    }) { radio in
      try await Self.unharmed(radio) {
        let clients = try (0..<50).map { _ in try RawClient(path: radio.socketPath) }
        for client in clients { client.send(text) }
        for client in clients {
          let answer = client.receive(within: .seconds(5))
          #expect(answer.isEmpty ? status.isEmpty : answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(60))")
          if !status.isEmpty { #expect(answer.contains("{\"error\":\"")) }
        }
      }
    }
  }

  @Test("a body of one gigabyte is refused, whether its length is announced or not", arguments: [true, false])
  func gigabyte(_ isAnnounced: Bool) async throws {
    try await TestRadio.with { radio in
      try await Self.unharmed(radio) {
        let client = try RawClient(path: radio.socketPath)
        let length = isAnnounced ? "Content-Length: 1073741824" : "Transfer-Encoding: chunked"
        client.send("POST /api/play HTTP/1.1\r\nContent-Type: application/json\r\n\(length)\r\n\r\n")
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let start = ContinuousClock.now
        for _ in 0..<1024 {
          if !isAnnounced { client.send("100000\r\n") }
          guard client.send(piece) else { break }
          if !isAnnounced { client.send("\r\n") }
        }
        #expect(start.duration(to: .now) < .seconds(10))
        #expect(client.receive().contains("413") || client.isClosed(within: .seconds(1)))
      }
    }
  }

  @Test("a reader that stops loses frames and then its connection; other clients are not affected")
  func stoppedReaders() async throws {
    try await TestRadio.with({ $0.limits.stallTime = .milliseconds(500) }) { radio in
      radio.play()
      try await Self.unharmed(radio) {
        let stopped = try (0..<50).map { _ in try RawClient(path: radio.socketPath) }
        for client in stopped { client.send(TestRadio.request("GET", "/api/spectrum?fps=60&bands=512")) }
        func hasReaders() -> Bool? {
          try? !radio.ask("GET", "/metrics").body.contains("springradio_spectrum_readers 0\n")
        }
        #expect(ProcessRunner.eventually { hasReaders() == true })
        #expect(ProcessRunner.eventually(within: .seconds(20)) { hasReaders() == false })
        #expect(try !radio.ask("GET", "/metrics").body.contains("dropped_frames_total 0\n"))
        withExtendedLifetime(stopped) {}
      }
    }
  }

  @Test("a client that stays silent between requests is disconnected")
  func idle() async throws {
    try await TestRadio.with({ $0.limits.idleTime = .milliseconds(200) }) { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/status"))
      #expect(client.isClosed(within: .seconds(5)))
    }
  }
}

/// Requests the status repeatedly until ``finish()``.
private final class Watcher: @unchecked Sendable {
  /// Used only by the watcher's thread.
  private let client: RawClient
  private let isOver = Atomic(false)
  private let (results, result) = AsyncStream.makeStream(of: Duration.self)

  init(_ client: RawClient) { self.client = client }

  func run() {
    var slowest = Duration.zero
    repeat {
      let start = ContinuousClock.now
      client.send(TestRadio.request("GET", "/api/status"))
      let isAnswered = client.receive(until: "version\":\"").contains("200 OK")
      slowest = max(slowest, isAnswered ? start.duration(to: .now) : .seconds(99))
      usleep(2000)
    } while !isOver.load(ordering: .relaxed)
    result.yield(slowest)
  }

  /// Ends the requests, and returns the longest time that an answer took.
  func finish() async -> Duration {
    isOver.store(true, ordering: .relaxed)
    for await slowest in results { return slowest }
    return .seconds(99)
  }
}
