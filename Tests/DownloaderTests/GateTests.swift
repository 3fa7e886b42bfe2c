import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Servers that require a second request")
struct GateTests {
  @Test("a redirect to the same address that sets a cookie is followed with the cookie")
  func sameAddress() async throws {
    let server = try ScriptedServer { call in
      if call.request.header("cookie") == "seen=1" { return call.answer(body: [1]) }
      call.answer("302 Found", headers: ["Location: /", "Set-Cookie: seen=1; Path=/"])
    }
    #expect(try await Fetch.all(server.url).audio == [1])
    #expect(server.callCount == 2)
  }

  @Test("a redirect from A to B and back to A is followed when B sets a cookie")
  func there() async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/advert": call.answer("302 Found", headers: ["Location: /live", "Set-Cookie: seen=1; Path=/"])
      case _ where call.request.header("cookie") == "seen=1": call.answer(body: [1])
      default: call.answer("302 Found", headers: ["Location: /advert"])
      }
    }
    #expect(try await Fetch.all(server.url("/live")).audio == [1])
    #expect(server.requests.map(\.path) == ["/live", "/advert", "/live"])
  }

  @Test("a redirect circle with cookies ends in an error, also when each answer sets another cookie")
  func circles() async throws {
    let same = try ScriptedServer { $0.answer("302 Found", headers: ["Location: /", "Set-Cookie: a=1; Path=/"]) }
    #expect(try await Fetch.failure(same.url)?.description.contains("in a circle") == true)
    #expect(same.callCount == 2)
    let other = try ScriptedServer {
      $0.answer("302 Found", headers: ["Location: /", "Set-Cookie: a=\($0.number); Path=/"])
    }
    #expect(try await Fetch.failure(other.url)?.description.contains("more than 8 times") == true)
  }

  @Test("each opening begins without cookies")
  func forgotten() async throws {
    let server = try ScriptedServer { call in
      call.answer(headers: ["Set-Cookie: a=1; Path=/"], body: [1])
    }
    for _ in 0..<2 { _ = try await Fetch.all(server.url) }
    #expect(server.requests.allSatisfy { $0.header("cookie") == nil })
  }
}
