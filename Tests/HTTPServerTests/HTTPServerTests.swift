import AudioCore
import Foundation
import HTTPServer
import Muxing
import NIOCore
import NIOHTTP1
import NIOPosix
import ServerSupport
import Synchronization
import TestSupport
import Testing

@Suite("An HTTP server that streams a relay", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HTTPServerTests {
  private let relay = PacketRelay()

  /// Starts a server whose faults are lines of text, runs `body` with its port, and stops the server.
  private func serve(
    listeners: Int = .max, clients: Int = 16, _ body: (HTTPServer, Int) async throws -> Void
  ) async throws {
    let stream = StreamEndpoint(relay, metadataInterval: 100, maximumListeners: listeners)
    let refuse: @Sendable (HTTPError) -> HTTPAnswer = {
      HTTPAnswer($0, ByteBuffer(string: $0.message + "\n"), type: "text/plain")
    }
    let service = HTTPService(headers: ["Server": "test"], refuse: refuse) { request, _ in
      do throws(HTTPError) {
        return try stream.answer(request, name: "Name", headers: ["icy-pub": "0"])
      } catch {
        return refuse(error)
      }
    }
    let server = HTTPServer(
      service, limits: ConnectionLimits(), counts: ConnectionCounts(limit: clients),
      group: MultiThreadedEventLoopGroup.singleton)
    let port = try await server.listen(at: .address(host: "127.0.0.1", port: 0)) { head, _ throws(HTTPError) in
      guard head.method != .POST else { throw HTTPError(405, "no POST", header: ("Allow", "GET")) }
      return HTTPService.Admitted(bodyLimit: ConnectionLimits.bodyBytes)
    }
    do {
      try await body(server, try #require(port))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func putSound(bytes: Int) {
    relay.put(.metadata(StreamMetadata(title: "Song")))
    relay.put(
      .packet(
        Packet(
          codec: .mp3, bytes: [UInt8](repeating: 7, count: bytes),
          headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 1152, bitRate: 128_000,
          isDiscontinuity: false)))
  }

  /// Sends a request, and returns the client and the lines of the answer's head.
  private func request(
    _ method: String = "GET", _ headers: String = "", port: Int
  ) throws -> (client: LineClient, head: [String]) {
    let client = try LineClient(port: port)
    client.send("\(method) /stream HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    var head: [String] = []
    while let line = try client.line(), line != "\r" { head.append(String(line.dropLast())) }
    return (client, head)
  }

  @Test("a listener gets the sound with its titles, without chunks, and a fault in the form of the service")
  func stream() async throws {
    try await serve { _, port in
      let (early, none) = try request(port: port)
      #expect(none.first == "HTTP/1.1 503 Service Unavailable" && none.contains("Retry-After: 5"))
      #expect(try early.line() == "nothing is playing")
      #expect(try request("POST", "Content-Length: 0\r\n", port: port).head.contains("Allow: GET"))
      putSound(bytes: 150)
      #expect(try request("HEAD", "Icy-MetaData: 1\r\n", port: port).client.rest().isEmpty)
      let (listener, head) = try request("GET", "Icy-MetaData:  1 \r\n", port: port)
      let fields = [
        "HTTP/1.0 200 OK", "Content-Type: audio/mpeg", "icy-name: Name", "icy-metaint: 100", "icy-pub: 0",
        "Server: test",
      ]
      #expect(fields.allSatisfy { head.contains($0) }, "\(head)")
      let expected = [UInt8](repeating: 7, count: 100) + ICYInterleaver.block(title: "Song")
      #expect(try listener.bytes(expected.count) == expected)
      #expect(relay.listenerCount == 1)
      let (plain, fewer) = try request(port: port)
      #expect(fewer.first == "HTTP/1.0 200 OK" && !fewer.contains { $0.hasPrefix("icy-metaint") }, "\(fewer)")
      #expect(try plain.bytes(150) == [UInt8](repeating: 7, count: 150), "who asked for no titles gets none")
    }
  }

  @Test("no more than the maximum listen, and one that leaves makes way for another")
  func listeners() async throws {
    putSound(bytes: 1)
    try await serve(listeners: 2) { _, port in
      var first: LineClient? = try request(port: port).client
      let second = try request(port: port).client
      for method in ["GET", "HEAD"] {
        let head = try request(method, port: port).head
        #expect(head.first == "HTTP/1.1 503 Service Unavailable" && head.contains("Retry-After: 30"))
      }
      first = nil
      #expect(ProcessRunner.eventually { relay.listenerCount == 1 })
      #expect(try request(port: port).head.first == "HTTP/1.0 200 OK")
      withExtendedLifetime((first, second)) {}
    }
  }

  /// Threads that join at the same moment, and the answers of those that were let in: each is a listener while it is
  /// kept.
  private final class Crowd: Sendable {
    let gate = DispatchSemaphore(value: 0)
    let answers = Mutex<[HTTPAnswer]>([])
    let left = Atomic<Int>(0)
  }

  @Test("of 50 that join at the same moment, never more than the maximum are let in")
  func joinsAtOnce() throws {
    let (maximum, count) = (10, 50)
    let stream = StreamEndpoint(relay, maximumListeners: maximum)
    let request = HTTPRequest(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/stream"), from: nil)
    for round in 0..<20 {
      // A long burst makes a join take long: the others come between its two checks of the number.
      for _ in 0..<1000 { putSound(bytes: 1) }
      let crowd = Crowd()
      for _ in 0..<count {
        Thread.detachNewThread {
          crowd.gate.wait()
          if let answer = try? stream.answer(request, name: "Name") { crowd.answers.withLock { $0.append(answer) } }
          crowd.left.add(1, ordering: .releasing)
        }
      }
      for _ in 0..<count { crowd.gate.signal() }
      try #require(ProcessRunner.eventually { crowd.left.load(ordering: .acquiring) == count })
      let joined = crowd.answers.withLock { $0.count }
      #expect(joined <= maximum && relay.listenerCount == joined, "round \(round): \(joined)")
      relay.end()
    }
    putSound(bytes: 1)
    #expect((try? stream.answer(request, name: "Name")) != nil)
  }

  @Test("a client above the maximum gets the reason, and its connection closes")
  func clients() async throws {
    putSound(bytes: 1)
    try await serve(clients: 1) { _, port in
      let served = try request(port: port).client
      let (client, head) = try request(port: port)
      #expect(head.first == "HTTP/1.1 503 Service Unavailable")
      #expect(try String(decoding: client.rest(), as: UTF8.self) == "too many clients are connected\n")
      withExtendedLifetime(served) {}
    }
  }

  @Test("each of several stops returns when no listener is left")
  func stops() async throws {
    putSound(bytes: 1)
    try await serve { server, port in
      let clients = try (0..<5).map { _ in try request(port: port).client }
      #expect(relay.listenerCount == 5)
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { [relay] in
            await server.stop()
            return relay.listenerCount
          }
        }
        for await count in group { #expect(count == 0) }
      }
      #expect((try? LineClient(port: port)) == nil)
      withExtendedLifetime(clients) {}
    }
  }
}
