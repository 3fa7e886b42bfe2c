import Glibc
import JSON
import TestSupport
import Testing
import WebServer

@Suite("The Host of a request over TCP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HostTests {
  private static let hostName: String = {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }()

  @Test(
    "the server accepts any IP address, localhost and configured names, with any port",
    arguments: [
      "192.0.2.2", "192.0.2.2:8600", "[fd00::2]:8600", "[::1]", "localhost:9000", "LOCALHOST", "localhost.:80",
      "radio.example:8443",
    ])
  func known(_ host: String) async throws {
    try await TestRadio.with { radio in
      #expect(try radio.askOverTCP("GET", "/api/status", ["Host: \(host)"]).status == 200)
      let change = try radio.askOverTCP(
        "POST", "/api/volume", ["Host: \(host)", "Origin: http://\(host)"], body: #"{"volume":7}"#)
      #expect(change.status == 200)
    }
  }

  @Test("the machine's own name is accepted where a token is needed, and refused without one, with the reason")
  func ownName() async throws {
    let hosts = [Self.hostName, "\(Self.hostName):80", "\(Self.hostName).local"]
    let token = "a-token-of-32-characters-0123456"
    try await TestRadio.with({ $0.token = token }) { radio in
      for host in hosts {
        let headers = ["Host: \(host)", "Authorization: Bearer \(token)"]
        let answer = try radio.askOverTCP("GET", "/api/status", headers)
        #expect(answer.status == 200, "\(host)")
      }
    }
    try await TestRadio.with { radio in
      for host in hosts {
        let answer = try radio.askOverTCP("GET", "/api/status", ["Host: \(host)"])
        #expect(answer.status == 403 && answer.body.contains("without a token"), "\(host): \(answer.body)")
      }
    }
  }

  @Test("localhost means the radio at 127.0.0.1 and at ::1")
  func bothLoopbacks() async throws {
    try await TestRadio.with { radio in
      for host in ["127.0.0.1", "[::1]"] {
        let result = try ProcessRunner.run(
          "curl",
          ["-s", "-m", "10", "-g", "-o", "/dev/null", "-w", "%{http_code}", "http://\(host):\(radio.port)/healthz"],
          limit: .seconds(15))
        #expect(result.text == "200", "\(host)")
      }
    }
  }

  @Test(
    "a target in absolute form names the Host, which must be known; 100 Continue and codings are as HTTP has them")
  func forms() async throws {
    try await TestRadio.with { radio in
      func answer(_ text: String) throws -> String {
        let client = try RawClient(port: radio.port)
        client.send(text)
        client.finish()
        return client.receive()
      }
      for (target, host, status) in [
        ("http://localhost/api/status", "localhost", 200), ("HTTP://localhost:8600/api/status", "other.example", 200),
        ("http://evil.example/api/status", "localhost", 403), ("http:///api/status", "localhost", 403),
        ("http://localhost", "localhost", 200), ("http://localhost?x=1", "localhost", 200),
        ("https://localhost/api/status", "localhost", 400), ("localhost:80", "localhost", 400),
      ] {
        let text = try answer("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(target): \(text.prefix(200))")
      }
      let fields = "Host: localhost\r\nContent-Type: application/json\r\n"
      let post = fields + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}"
      #expect(try answer("POST /api/stop HTTP/1.1\r\n" + post).hasPrefix("HTTP/1.1 100 Continue\r\n"))
      #expect(try answer("POST /api/stop HTTP/1.0\r\n" + post).hasPrefix("HTTP/1.0 200 OK\r\n"))
      let coded = fields + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
      #expect(try answer("POST /api/stop HTTP/1.1\r\n" + coded).hasPrefix("HTTP/1.1 501 "))
    }
  }

  @Test("a request with an unknown Host is refused, and the error names the Host and the setting to change")
  func unknown() async throws {
    try await TestRadio.with({ $0.namesSetting = "httpNames in config.json" }) { radio in
      for host in [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "local", "1", "0x7f.1", ".local",
      ] {
        let answer = try radio.askOverTCP("GET", "/api/status", ["Host: \(host):8600"])
        #expect(answer.status == 403, "\(host)")
        let words = try answer.json["error"]?.text ?? ""
        #expect(words.contains("\"\(host)\"") && words.contains("httpNames in config.json"), "\(words)")
      }
    }
  }

  @Test("a page of another origin is refused: its Origin must match the Host, also through a tunnel")
  func origins() async throws {
    try await TestRadio.with { radio in
      let body = #"{"volume":7}"#
      for (host, origin, status) in [
        ("localhost:9000", "http://localhost:9000", 200), ("localhost:9000", "http://localhost:8600", 403),
        ("192.0.2.2:8600", "http://192.0.2.2:3000", 403), ("192.0.2.2", "http://192.0.2.2:80", 200),
        ("radio.example", "https://radio.example", 200), ("radio.example:8443", "https://radio.example:8443", 200),
        ("radio.example:443", "https://radio.example", 200), ("radio.example:80", "https://radio.example", 403),
        ("192.0.2.2", "null", 403), ("192.0.2.2", "http://evil.example", 403), ("192.0.2.2", "ftp://192.0.2.2", 403),
      ] {
        let answer = try radio.askOverTCP("POST", "/api/volume", ["Host: \(host)", "Origin: \(origin)"], body: body)
        #expect(answer.status == status, "\(origin) to \(host): \(answer.body)")
      }
      let words = try radio.askOverTCP("GET", "/api/events", ["Host: 127.0.0.1:8600", "Origin: https://radio.example"])
      #expect(words.body.contains("a proxy must pass the Host on"), "\(words.body)")
    }
  }

  @Test(
    "a link from another site opens the page, its files and the health check, and nothing in a frame or script",
    arguments: ["cross-site", "same-site"])
  func links(_ site: String) async throws {
    try await TestRadio.with { radio in
      func status(_ target: String, mode: String, dest: String) throws -> Int {
        try radio.askOverTCP(
          "GET", target,
          ["Host: localhost:8600", "Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: \(mode)", "Sec-Fetch-Dest: \(dest)"]
        ).status
      }
      for target in ["/", "/?from=elsewhere", "/modules/main.js", "/app.css", "/healthz"] {
        let linked = try status(target, mode: "navigate", dest: "document")
        #expect(linked == 200, "\(target)")
        let framed = try status(target, mode: "navigate", dest: "iframe")
        #expect(framed == 403, "\(target)")
        let included = try status(target, mode: "no-cors", dest: "script")
        #expect(included == 403, "\(target)")
      }
      for target in ["/api/status", "/stream", "/metrics", "/openapi.json"] {
        let linked = try status(target, mode: "navigate", dest: "document")
        #expect(linked == 403, "\(target)")
      }
    }
  }
}
