import Foundation
import Glibc
import HTTPServer
import NIOCore
import Radio
import Synchronization
import TestSupport
import Testing
import WebServer

@Suite("Hostile HTTP clients", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HostileClientTests {
  /// The maximum amount of memory that such clients may cost, in bytes.
  private static let memoryLimit = 32 << 20

  /// Runs `body` while another client requests the status again and again: `body` asks it whether it is served while the
  /// hostile clients are there. Each of its requests must be answered, and memory may grow by less than ``memoryLimit``.
  /// Both run on their own threads because they block.
  private static func unharmed(
    _ radio: TestRadio, _ body: @escaping @Sendable (_ other: Watcher) throws -> Void
  ) async throws {
    let watcher = Watcher(try RawClient(path: radio.socketPath))
    let before = residentBytes
    Thread.detachNewThread { watcher.run() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result { try body(watcher) }) }
    }
    let grown = residentBytes - before
    #expect(grown < memoryLimit)
    #expect(await watcher.finish())
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  @Test("of 1000 connections those within the limit are served, and the others are refused with status 503")
  func crowd() async throws {
    try await TestRadio.with { radio in
      try await Self.unharmed(radio) { other in
        let clients = (0..<1000).compactMap { _ in try? RawClient(path: radio.socketPath) }
        #expect(clients.count == 1000)
        #expect(other.isServed)
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
      try await Self.unharmed(radio) { other in
        let clients = try (0..<50).map { _ in try RawClient(path: radio.socketPath) }
        for client in clients { client.send(text) }
        // Waiting for each of the clients takes 10 s.
        #expect(other.isServed)
        for client in clients {
          let answer = client.receive(within: .seconds(5))
          #expect(answer.isEmpty ? status.isEmpty : answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(60))")
          if !status.isEmpty { #expect(answer.contains("{\"error\":\"")) }
        }
      }
    }
  }

  @Test("a client whose head comes byte by byte is disconnected after the time for a head")
  func slowHead() async throws {
    try await TestRadio.with({ $0.limits.headTime = .milliseconds(300) }) { radio in
      let client = try RawClient(path: radio.socketPath)
      client.send("GET /api/status HTTP/1.1\r\nX: ")
      var answer = ""
      var bytes = 0
      while answer.isEmpty, bytes < 500, client.send("x") {
        bytes += 1
        answer = client.receive(until: "}", within: .milliseconds(20))
      }
      #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(bytes) bytes, \(answer)")
    }
  }

  @Test("a body of one gigabyte is refused, whether its length is announced or not", arguments: [true, false])
  func gigabyte(_ isAnnounced: Bool) async throws {
    try await TestRadio.with { radio in
      try await Self.unharmed(radio) { other in
        let client = try RawClient(path: radio.socketPath)
        let length = isAnnounced ? "Content-Length: 1073741824" : "Transfer-Encoding: chunked"
        client.send("POST /api/play HTTP/1.1\r\nContent-Type: application/json\r\n\(length)\r\n\r\n")
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        for _ in 0..<1024 {
          if !isAnnounced { client.send("100000\r\n") }
          guard client.send(piece) else { break }
          if !isAnnounced { client.send("\r\n") }
        }
        #expect(other.isServed)
        #expect(client.receive().contains("413") || client.isClosed(within: .seconds(1)))
      }
    }
  }

  @Test("a reader that stops loses frames and then its connection; other clients are not affected")
  func stoppedReaders() async throws {
    try await TestRadio.with({ $0.limits.stallTime = .milliseconds(500) }) { radio in
      radio.play()
      try await Self.unharmed(radio) { other in
        let stopped = try (0..<50).map { _ in try RawClient(path: radio.socketPath) }
        for client in stopped { client.send(TestRadio.request("GET", "/api/spectrum?fps=60&bands=512")) }
        func hasReaders() -> Bool? {
          try? !radio.ask("GET", "/metrics").body.contains("springradio_spectrum_readers 0\n")
        }
        #expect(ProcessRunner.eventually { hasReaders() == true })
        #expect(other.isServed)
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
  private let answers = Atomic(0)
  private let isOver = Atomic(false)
  private let (results, result) = AsyncStream.makeStream(of: Bool.self)

  init(_ client: RawClient) { self.client = client }

  func run() {
    var isAlwaysAnswered = true
    repeat {
      client.send(TestRadio.request("GET", "/api/status"))
      let isAnswered = client.receive(until: "version\":\"").contains("200 OK")
      if isAnswered { answers.add(1, ordering: .relaxed) }
      isAlwaysAnswered = isAlwaysAnswered && isAnswered
      usleep(2000)
    } while !isOver.load(ordering: .relaxed)
    result.yield(isAlwaysAnswered)
  }

  /// True when five more answers come now.
  var isServed: Bool {
    let before = answers.load(ordering: .relaxed)
    return ProcessRunner.eventually(within: .seconds(5)) { answers.load(ordering: .relaxed) >= before + 5 }
  }

  /// Ends the requests. Returns whether each was answered.
  func finish() async -> Bool {
    isOver.store(true, ordering: .relaxed)
    for await isAlwaysAnswered in results { return isAlwaysAnswered }
    return false
  }
}
