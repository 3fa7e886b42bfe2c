import Foundation
import Logging
import NIOPosix
import Radio
import ServerSupport
import TestSupport
import Testing
import WebServer

@Suite("The web server's sockets", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct FrontendTests {
  @Test(
    "the server refuses attacks from a browser, which change nothing",
    arguments: [
      (["-H", "Content-Type: text/plain"], "415"), (["-H", "Content-Type: application/x-www-form-urlencoded"], "415"),
      (["-H", "Content-Type: application/json", "-H", "Origin: http://evil.example"], "403"),
      (["-H", "Content-Type: application/json", "-H", "Origin: null"], "403"),
      (["-H", "Content-Type: application/json", "-H", "Sec-Fetch-Site: cross-site"], "403"),
      (["-H", "Content-Type: application/json", "-H", "Sec-Fetch-Site: same-site"], "403"),
      (["-H", "Content-Type: application/json", "-H", "Host: rebound.example"], "403"),
      (["-H", "Content-Type: application/json", "-X", "OPTIONS"], "405"),
      (["-H", "Content-Type: application/json", "-X", "GET"], "405"),
    ])
  func browserAttacks(_ arguments: [String], _ status: String) async throws {
    try await TestRadio.with { radio in
      let before = radio.tuner.eventNumber
      let result = try ProcessRunner.run(
        "curl",
        ["-s", "-i", "-m", "5", "-d", "{\"volume\":1}"] + arguments + ["http://127.0.0.1:\(radio.port)/api/volume"])
      #expect(result.text.hasPrefix("HTTP/1.1 \(status) "), "\(result.text)")
      #expect(!result.text.lowercased().contains("access-control"))
      #expect(radio.tuner.eventNumber == before)
    }
  }

  @Test("a configured token is required over TCP, except for the page and the health check")
  func token() async throws {
    try await TestRadio.with({ $0.token = "open-sesame-open" }) { radio in
      for (target, token, status) in [
        ("/api/status", nil, "401"), ("/api/status", "open", "401"), ("/api/status", "open-sesame-open", "200"),
        ("/", nil, "200"), ("/healthz", nil, "200"), ("/api/spectrum", nil, "401"), ("/metrics", nil, "401"),
      ] as [(String, String?, String)] {
        let result = try ProcessRunner.run(
          "curl",
          ["-s", "-i", "-m", "5"] + (token.map { ["-H", "Authorization: Bearer \($0)"] } ?? [])
            + ["http://localhost:\(radio.port)\(target)"])
        #expect(result.text.hasPrefix("HTTP/1.1 \(status) "), "\(target)")
      }
      #expect(try radio.isAnswering(), "the Unix socket needs none")
    }
  }

  @Test(
    "a host is loopback by its address, not by how its name begins",
    arguments: [
      ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("::1", true), ("127.example.org", false),
      ("127.0.0.1.example.org", false), ("0.0.0.0", false), ("192.168.1.2", false), ("::", false),
    ])
  func loopback(_ host: String, _ isLoopback: Bool) {
    var options = WebOptions()
    options.host = host
    #expect(options.isLoopback == isLoopback)
  }

  @Test("clients on the network cannot take all places: one eighth is kept for the Unix socket")
  func places() async throws {
    try await TestRadio.with({ $0.maximumClients = 8 }) { radio in
      let others = try (0..<7).map { _ in
        let client = try RawClient(port: radio.port)
        client.send(TestRadio.request("GET", "/api/events"))
        #expect(client.receive(until: "event: status").contains("200 OK"))
        return client
      }
      #expect(try RawClient(port: radio.port).receive(until: "}").contains("503 Service Unavailable"))
      #expect(try radio.isAnswering())
      withExtendedLifetime(others) {}
    }
  }

  @Test("connections that wait for a request give way to new ones, so that no client takes all places")
  func idleConnections() async throws {
    let token = "a-token-of-32-characters-0123456"
    try await TestRadio.with({
      $0.maximumClients = 32
      $0.token = token
    }) { radio in
      func owner() throws -> Int {
        try radio.askOverTCP("GET", "/api/status", ["Host: localhost", "Authorization: Bearer \(token)"]).status
      }
      let idle = try (0..<40).map { _ in try RawClient(port: radio.port) }
      for client in idle.suffix(20) { client.send(TestRadio.request("GET", "/healthz")) }
      for _ in 0..<20 {
        let status = try owner()
        #expect(status == 200)
      }
      // One that has shown the token keeps its place.
      let kept = try RawClient(port: radio.port)
      let question = TestRadio.request("GET", "/api/status", headers: ["Authorization: Bearer \(token)"])
      kept.send(question)
      #expect(kept.receive(until: "\"version\"").contains("200 OK"))
      let more = try (0..<40).map { _ in try RawClient(port: radio.port) }
      kept.send(question)
      #expect(kept.receive(until: "\"version\"").contains("200 OK"))
      withExtendedLifetime((idle, more)) {}
    }
  }

  @Test("a port that others reach needs a token, and a taken port is an error only without a Unix socket")
  func ports() async throws {
    await #expect(throws: ServerError.self) { try await TestRadio.with({ $0.host = "0.0.0.0" }) { _ in } }
    try await TestRadio.with { first in
      try await TestRadio.with({ $0.port = first.port }) { second in
        #expect(second.port == 0)
        let isAnswering = try second.isAnswering()
        #expect(isAnswering)
      }
      await #expect(throws: ServerError.self) {
        try await TestRadio.with({
          $0.port = first.port; $0.socketPath = nil
        }) { _ in }
      }
    }
  }

  @Test(
    "a foreign file at the socket's path prevents the start and stays as it is", arguments: ["file", "link", "folder"])
  func foreignFile(_ kind: String) async throws {
    let folder = try Scratch()
    let path = folder.path("radiod.sock")
    switch kind {
    case "file": try folder.write("precious", as: "radiod.sock")
    case "link":
      try folder.write("precious", as: "target")
      symlink(folder.path("target"), path)
    default: mkdir(path, 0o700)
    }
    await #expect(throws: ServerError.self) {
      try await TestRadio.with({
        $0.socketPath = path; $0.host = nil
      }) { _ in }
    }
    var status = stat()
    #expect(lstat(path, &status) == 0)
    if kind != "folder" { #expect(folder.read(kind == "link" ? "target" : "radiod.sock") == Array("precious".utf8)) }
  }

  @Test(
    "the Unix socket serves no other user's programs, even when its mode lets them connect",
    .enabled(if: getuid() == 0 && ProcessRunner.hasPrograms("runuser", "python3")))
  func otherUser() async throws {
    try await TestRadio.with { radio in
      let program = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX)
        s.connect(sys.argv[1])
        try:
          s.sendall(b"GET /api/status HTTP/1.0\\r\\n\\r\\n")
          print("in", s.recv(100))
        except OSError:
          print("in", b"")
        """
      let arguments = ["-u", "nobody", "--", "/usr/bin/python3", "-c", program, radio.socketPath]
      let before = try ProcessRunner.run("runuser", arguments)
      #expect(before.errorText.contains("Permission denied"))
      chmod(String(radio.socketPath.dropLast("/radiod.sock".count)), 0o755)
      chmod(radio.socketPath, 0o777)
      let after = try ProcessRunner.run("runuser", arguments)
      #expect(after.text == "in b''\n", "connected, and closed without a word: \(after)")
      #expect(try radio.isAnswering())
    }
  }
}
