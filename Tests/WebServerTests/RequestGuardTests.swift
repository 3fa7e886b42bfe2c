import HTTPServer
import NIOHTTP1
import RadioModel
import ServerSupport
import Synchronization
import TestSupport
import Testing
import WebServer

@Suite("The request guard")
struct RequestGuardTests {
  /// A request, and the status of its refusal; nil when the request is admitted.
  struct Row: CustomTestStringConvertible, Sendable {
    var method = HTTPMethod.GET
    var target = "/api/status"
    var headers: [String]
    var status: Int?

    var testDescription: String { "\(method) \(target) \(headers.joined(separator: ", "))" }

    init(_ headers: String..., method: HTTPMethod = .GET, target: String = "/api/status", status: Int?) {
      (self.headers, self.method, self.target, self.status) = (headers, method, target, status)
    }

    func status(by rules: RequestGuard) -> Int? {
      var head = HTTPRequestHead(version: .http1_1, method: method, uri: target)
      for header in headers {
        let parts = header.split(separator: ":", maxSplits: 1)
        head.headers.add(name: String(parts[0]), value: parts[1].drop { $0 == " " }.description)
      }
      do throws(HTTPError) {
        _ = try rules.admit(head, from: .unknown)
        return nil
      } catch {
        return error.status
      }
    }
  }

  private static let names = MachineNames(["radio.example"]) {
    MachineNames.System(hostName: "kitchen.lan.example", searchSuffixes: ["lan.example", "guests."])
  }
  /// The rules of a server without a token.
  private static let network = RequestGuard(
    .network(names: MachineNames(["radio.example"], system: nil), access: WebAccess(token: nil)))

  @Test(
    "over TCP a request must name this machine as its Host, and must not come from a page of another origin",
    arguments: [
      Row("Host: localhost:8600", status: nil),
      Row("Host: LOCALHOST", status: nil),
      Row("Host: 127.0.0.1:8600", status: nil),
      Row("Host: [::1]:8600", status: nil),
      Row("Host: radio.example", status: nil),
      Row("Host: radio.example:8600", status: nil),
      Row(status: 403),
      Row("Host: evil.example", status: 403),
      Row("Host: evil.example:8600", status: 403),
      Row("Host: localhost:80", status: nil),
      Row("Host: kitchen", status: 403), Row("Host: Kitchen.Local:8600", status: 403),
      Row("Host: kitchen.lan.example", status: 403), Row("Host: kitchen.guests.:80", status: 403),
      Row("Host: kitchen.evil.example", status: 403), Row("Host: lan.example", status: 403),
      Row("Host: [fe80::1%25eth0]:8600", status: nil), Row("Host: [fe80::1%eth0]", status: nil),
      Row("Host: fe80::1", status: nil), Row("Host: [fe80::g]", status: 403), Row("Host: 1.2.3", status: 403),
      Row("Host: 1.2.3.4:99999", status: 403), Row("Host: 1.2.3.4:x", status: 403), Row("Host: ", status: 403),
      Row("Host: localhost.evil.example:8600", status: 403),
      Row("Host: localhost:8600@evil.example", status: 403),
      Row("Host: localhost:8600", "Host: localhost:8600", status: 400),
      Row("Host: localhost:8600", target: "http://localhost:8600/api/status", status: 400),
      Row("Host: localhost:8600", "Origin: http://localhost:8600", status: nil),
      Row("Host: localhost:8600", "Origin: http://127.0.0.1:8600", status: 403),
      Row("Host: radio.example", "Origin: https://radio.example", status: nil),
      Row("Host: localhost:8600", "Origin: null", status: 403),
      Row("Host: localhost:8600", "Origin: http://evil.example", status: 403),
      Row("Host: localhost:8600", "Origin: http://localhost:3000", status: 403),
      Row("Host: localhost:8600", "Origin: http://localhost", status: 403),
      Row("Host: localhost:8600", "Origin: file://localhost:8600", status: 403),
      Row("Host: localhost:8600", "Sec-Fetch-Site: same-origin", status: nil),
      Row("Host: localhost:8600", "Sec-Fetch-Site: none", status: nil),
      Row("Host: localhost:8600", "Sec-Fetch-Site: cross-site", status: 403),
      Row("Host: localhost:8600", "Sec-Fetch-Site: same-site", status: 403),
      Row("Host: localhost:8600", "Sec-Fetch-Site: cross-site", target: "/api/events", status: 403),
      Row("Host: localhost:8600", "Sec-Fetch-Site: cross-site", target: "/stream", status: 403),
    ])
  func network(_ row: Row) { #expect(row.status(by: Self.network) == row.status) }

  @Test(
    "changes are admitted only as POST with JSON, and unknown paths and other methods are refused",
    arguments: [
      Row("Content-Type: application/json", method: .POST, target: "/api/stop", status: nil),
      Row("Content-Type: Application/JSON; charset=utf-8", method: .POST, target: "/api/stop", status: nil),
      Row(method: .POST, target: "/api/stop", status: 415),
      Row("Content-Type: text/plain", method: .POST, target: "/api/stop", status: 415),
      Row("Content-Type: text/plain; application/json", method: .POST, target: "/api/stop", status: 415),
      Row("Content-Type: application/x-www-form-urlencoded", method: .POST, target: "/api/play", status: 415),
      Row(
        "Content-Type: application/json", "Content-Type: text/plain", method: .POST, target: "/api/play", status: 415),
      Row(
        "Content-Type: application/json", "Content-Length: 65537", method: .POST, target: "/api/play", status: 413),
      Row(target: "/api/stop", status: 405),
      Row("Content-Type: application/json", method: .PUT, target: "/api/volume", status: 405),
      Row(method: .OPTIONS, target: "/api/play", status: 405),
      Row(method: .POST, target: "/api/status", status: 405),
      Row(method: .DELETE, target: "/", status: 405),
      Row(method: .HEAD, target: "/api/status?x=1", status: nil),
      Row(target: "/#/api/status", status: 400),
      Row(target: "/api/Status", status: 404),
      Row(target: "/api/status/", status: 404),
      Row(target: "//api/status", status: 404),
      Row(target: "/../etc/passwd", status: 404),
      Row(target: "/" + String(repeating: "x", count: 5000), status: 414),
    ])
  func changes(_ row: Row) { #expect(row.status(by: RequestGuard(.local)) == row.status) }

  @Test(
    "the Unix socket admits any Host, and no page of a browser",
    arguments: [
      Row("Host: whatever", status: nil), Row(status: nil), Row("Host: x", "Origin: http://localhost", status: 403),
      Row("Host: x", "Origin: null", status: 403), Row("Sec-Fetch-Site: cross-site", status: 403),
    ])
  func local(_ row: Row) { #expect(row.status(by: RequestGuard(.local)) == row.status) }

  @Test(
    "a configured token is required for everything but the page and the health check",
    arguments: [
      Row(status: 401), Row("Authorization: Bearer right", status: nil),
      Row("Authorization: bearer right", status: nil),
      Row("Authorization: Bearer wrong", status: 401), Row("Authorization: Bearer righ", status: 401),
      Row("Authorization: Bearer rightt", status: 401), Row("Authorization: Bearer ", status: 401),
      Row("Authorization: Basic right", status: 401), Row("Authorization: Basic eDpyaWdodA==", status: nil),
      Row("Authorization: basic OnJpZ2h0", status: nil), Row("Authorization: Basic eDpyaWdodAo=", status: 401),
      Row("Authorization: Basic cmlnaHQ=", status: 401), Row("Authorization: Basic", status: 401),
      Row("Authorization: Bearer right", "Authorization: Bearer right", status: 401),
      Row(target: "/openapi.json", status: 401),
      Row(target: "/api/events", status: 401), Row(target: "/stream", status: 401),
      Row(target: "/nothing", status: 401),
      Row(target: "/", status: nil), Row(target: "/modules/main.js", status: nil), Row(target: "/healthz", status: nil),
    ])
  func token(_ row: Row) {
    var row = row
    row.headers.append("Host: [fe80::1]:8600")
    #expect(row.status(by: RequestGuard(.network(names: Self.names, access: WebAccess(token: "right")))) == row.status)
  }

  @Test(
    "the names of the system count only where a token is needed: the network decides where they lead",
    arguments: [
      Row("Host: kitchen", status: nil), Row("Host: Kitchen.Local:8600", status: nil),
      Row("Host: kitchen.lan.example", status: nil), Row("Host: kitchen.guests.:80", status: nil),
      Row("Host: kitchen.evil.example", status: 403), Row("Host: lan.example", status: 403),
      Row("Host: radio.example", status: nil), Row("Host: localhost", status: nil), Row("Host: [::1]", status: nil),
    ])
  func ownNames(_ row: Row) {
    var row = row
    row.headers.append("Authorization: Bearer right")
    #expect(row.status(by: RequestGuard(.network(names: Self.names, access: WebAccess(token: "right")))) == row.status)
  }

  @Test("every path refuses a method that it does not have")
  func endpoints() {
    for endpoint in Endpoint.allCases {
      let row = Row(method: .PATCH, target: endpoint.rawValue.replacing("{n}", with: "0"), status: 405)
      #expect(row.status(by: RequestGuard(.local)) == 405)
    }
  }

  @Test("the search suffixes come from the resolver's file, and are read again after 10 s")
  func suffixes() {
    let file = "# search no\nnameserver 192.0.2.1\nsearch lan.example\thome \ndomain old.example\noptions search\n"
    #expect(MachineNames.System.suffixes(in: file) == ["lan.example", "home", "old.example"])
    let suffix = Mutex("")
    let names = MachineNames([]) {
      MachineNames.System(hostName: "kitchen", searchSuffixes: suffix.withLock { $0.isEmpty ? [] : [$0] })
    }
    let start = ContinuousClock.now
    #expect(!names.contains("kitchen.lan", at: start))
    suffix.withLock { $0 = "lan" }
    #expect(!names.contains("kitchen.lan", at: start + .seconds(9)))
    #expect(names.contains("kitchen.lan", at: start + .seconds(11)))
  }

  @Test("a request with random header fields and no valid credential is refused, never admitted")
  func strangeFields() {
    var random = SeededRandom(seed: 12)
    let rules = RequestGuard(.network(names: Self.names, access: WebAccess(token: "right", listenToken: "listen")))
    let pieces = [
      "http://", "localhost", "[", "]", ":", "::", "%", "@", "/", "=", ";", " ", "Basic ", "Bearer ", "springradio=",
      "é",
      "\u{0}", "99999999999999999999", "127.0.0.1", "kitchen", ".", "🎵",
    ]
    for _ in 0..<20_000 {
      let names = ["Host", "Origin", "Authorization", "Cookie", "Sec-Fetch-Site", "Content-Type", "Content-Length"]
      var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/api/stations")
      for name in names where Bool.random(using: &random) {
        let count = Int.random(in: 0...6, using: &random)
        let value = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
        head.headers.add(name: name, value: value)
      }
      do throws(HTTPError) {
        _ = try rules.admit(head, from: ClientAddress.ipv4(UInt32.random(in: 0...UInt32.max, using: &random)))
        Issue.record("admitted: \(head.headers)")
      } catch {
        #expect([400, 401, 403].contains(error.status))
      }
    }
  }
}
