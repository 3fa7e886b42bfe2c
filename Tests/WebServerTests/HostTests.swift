import Glibc
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
    "the server accepts any IP address, localhost, the machine's name and configured names, with any port",
    arguments: [
      "192.0.2.2", "192.0.2.2:8600", "[fd00::2]:8600", "[::1]", "localhost:9000", "LOCALHOST", "localhost.:80",
      "radio.example:8443", "\(hostName)", "\(hostName):80", "\(hostName).local",
    ])
  func known(_ host: String) async throws {
    try await TestRadio.with { radio in
      #expect(try radio.askOverTCP("GET", "/api/status", ["Host: \(host)"]).status == 200)
      let change = try radio.askOverTCP(
        "POST", "/api/volume", ["Host: \(host)", "Origin: http://\(host)"], body: #"{"volume":7}"#)
      #expect(change.status == 200)
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
