import AudioCore
import Downloader
import NIOCore
import TestSupport
import Testing

@Suite("Whole answers of programming interfaces")
struct PlainAnswerTests {
  private static func request(_ url: String, json: String? = nil) throws -> StreamRequest {
    var request = StreamRequest(url: try StreamURL(url))
    request.message = RequestMessage(
      fields: [("Authorization", "Token secret")], json: json.map { Array($0.utf8) })
    return request
  }

  private static func answer(
    _ request: StreamRequest, within limit: Duration = TestTime.seconds(5),
    by downloader: Downloader = Fetch.downloader()
  ) async throws -> PlainAnswer {
    try await downloader.answer(to: request, maximumBytes: 4096, within: limit)
  }

  @Test("JSON is posted with its length and the fields, and the answer is returned with any status")
  func posts() async throws {
    let server = try ScriptedServer { call in
      let body = call.readBody()
      call.answer(call.request.path == "/bad" ? "400 Bad Request" : "200 OK", headers: ["X-Left: 3"], body: body)
    }
    defer { server.stop() }
    for (path, status) in [("/good", 200), ("/bad", 400)] {
      let answer = try await Self.answer(Self.request(server.url(path), json: #"{"a":1}"#))
      #expect(answer.status == status && answer.bytes == Array(#"{"a":1}"#.utf8) && answer.field("x-left") == "3")
    }
    let posted = try #require(server.requests.first)
    #expect(posted.line == "POST /good HTTP/1.1")
    #expect(posted.header("Authorization") == "Token secret" && posted.header("Content-Type") == "application/json")
    #expect(posted.header("Icy-MetaData") == nil && posted.header("Cookie") == nil)
    #expect(try await Self.answer(Self.request(server.url("/get"))).bytes.isEmpty)
    #expect(server.requests.last?.line == "GET /get HTTP/1.1")
  }

  @Test("a redirect is an answer like any other: the fields go to no other server", arguments: [301, 302, 307, 308])
  func redirects(status: Int) async throws {
    let other = try ScriptedServer { $0.answer() }
    defer { other.stop() }
    let server = try ScriptedServer { $0.answer("\(status) Moved", headers: ["Location: \(other.url("/x"))"]) }
    defer { server.stop() }
    #expect(try await Self.answer(Self.request(server.url("/"), json: "{}")).status == status)
    #expect(other.callCount == 0)
  }

  @Test("an answer that is too long, too late or breaks off is an error")
  func faults() async throws {
    let server = try ScriptedServer { call in
      _ = call.readBody()
      switch call.request.path {
      case "/long": call.answer(body: [UInt8](repeating: 0x20, count: 4097))
      case "/late":
        call.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}")
        call.waitForEnd()
      case "/silent": call.waitForEnd()
      default: call.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}")
      }
    }
    defer { server.stop() }
    for path in ["/long", "/late", "/silent", "/cut"] {
      let error = await #expect(throws: TuneError.self, "\(path)") {
        try await Self.answer(Self.request(server.url(path), json: "{}"), within: .seconds(1))
      }
      let isLate = error?.description.contains(" 1 s") == true
      #expect(isLate == ["/late", "/silent"].contains(path), "\(path): \(String(describing: error))")
    }
  }

  @Test("a request that is not for public addresses reaches none, by name, by address and through a proxy")
  func privateOnly() async throws {
    let server = try ScriptedServer { $0.answer() }
    defer { server.stop() }
    let isPublic = Fetch.downloader(environment: ["http_proxy": server.url("/")]) { _ in .everywhere }
    for url in [server.url("/"), "http://localhost:\(server.port)/", "http://192.0.2.1/", "http://[2001:db8::1]/"] {
      var request = try Self.request(url, json: "{}")
      request.allowsPublicHosts = false
      let error = await #expect(throws: TuneError.self) { try await Self.answer(request, by: isPublic) }
      #expect(error?.description.contains("needs https://") == true, "\(url): \(error?.description ?? "")")
    }
    #expect(server.callCount == 0)
    var request = try Self.request(server.url("/"), json: "{}")
    request.allowsPublicHosts = false
    let proxied = Fetch.downloader(environment: ["http_proxy": "http://127.0.0.1:1"])
    #expect(try await Self.answer(request, by: proxied).status == 200)
  }
}
