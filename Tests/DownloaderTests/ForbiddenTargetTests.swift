import AudioCore
import Downloader
import NIOCore
import Synchronization
import TestSupport
import Testing

/// All servers of a test have the address 127.0.0.1, so the port decides which of them counts as public.
@Suite("Redirects from public servers")
struct ForbiddenTargetTests {
  private static func downloader(publicPorts: [Int], environment: [String: String] = [:]) -> Downloader {
    Fetch.downloader(environment: environment) { address in
      publicPorts.contains(address.port ?? 0) ? .everywhere : AddressScope(address)
    }
  }

  /// The address of the public server, as the user chose it. Its host is written differently from the other servers'.
  private static func publicURL(_ server: ScriptedServer) -> String { "http://0x7f000001:\(server.port)/" }

  private static func redirect(to target: String) throws -> ScriptedServer {
    try ScriptedServer { $0.answer("302 Found", headers: ["Location: \(target)"]) }
  }

  @Test(
    "a redirect to this machine is refused under any name or number, and no connection is made there",
    arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]"])
  func loopback(host: String) async throws {
    let inner = try ScriptedServer { $0.answer(body: [1]) }
    let outer = try Self.redirect(to: "http://\(host):\(inner.port)/admin")
    let failure = try await Fetch.failure(Self.publicURL(outer), by: Self.downloader(publicPorts: [outer.port]))
    guard case .network(.redirect(let reason)) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.contains("refused to be sent from a public server") && reason.contains("this machine"))
    #expect(inner.callCount == 0)
  }

  @Test(
    "a redirect to a private or link-local network is refused",
    arguments: ["10.1.2.3", "172.20.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]"])
  func privateNetwork(host: String) async throws {
    let outer = try Self.redirect(to: "http://\(host)/")
    let failure = try await Fetch.failure(Self.publicURL(outer), by: Self.downloader(publicPorts: [outer.port]))
    guard case .network(.redirect) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("a redirect is refused when its name has another scope at the connection than at the lookup")
  func changedName() async throws {
    let inner = try ScriptedServer { $0.answer(body: [1]) }
    let outer = try Self.redirect(to: "http://127.0.0.1:\(inner.port)/")
    let looks = Mutex(0)
    let (innerPort, outerPort) = (inner.port, outer.port)
    let downloader = Fetch.downloader { address in
      guard address.port == innerPort else { return address.port == outerPort ? .everywhere : .thisMachine }
      return looks.withLock { looks in
        looks += 1
        return looks == 1 ? .everywhere : .thisMachine
      }
    }
    let failure = try await Fetch.failure(Self.publicURL(outer), by: downloader)
    guard case .network(.redirect) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(looks.withLock { $0 } == 2)
    inner.stop()
    #expect(inner.requests.isEmpty, "connected to, but not a byte was sent")
  }

  @Test("a redirect to the user's own host name is refused once that name has had a public address")
  func rebinding() async throws {
    let inner = try ScriptedServer { $0.answer(body: [1]) }
    let outer = try Self.redirect(to: "http://0x7f000001:\(inner.port)/admin")
    let failure = try await Fetch.failure(Self.publicURL(outer), by: Self.downloader(publicPorts: [outer.port]))
    guard case .network(.redirect) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(inner.callCount == 0)
  }

  @Test(
    "the refusal also holds after a redirect through another host, in one request or behind a fetched document",
    arguments: [false, true])
  func rebindingOnTheWay(isInDocument: Bool) async throws {
    let inner = try ScriptedServer { $0.answer(body: [1]) }
    let outer = try ScriptedServer { call in
      let port = call.request.header("host")?.split(separator: ":").last ?? ""
      switch call.request.path {
      case "/": call.answer("302 Found", headers: ["Location: http://localhost:\(port)/second"])
      case _ where isInDocument: call.answer(headers: ["Content-Length: 1"], body: [1])
      default: call.answer("302 Found", headers: ["Location: http://0x7f000001:\(inner.port)/admin"])
      }
    }
    let downloader = Self.downloader(publicPorts: [outer.port])
    let request = StreamRequest(url: try StreamURL(Self.publicURL(outer)))
    let failure = try await #require(throws: TuneError.self) {
      guard isInDocument else { return _ = try await downloader.open(request) }
      var next = try await downloader.document(request, maximumBytes: 9, within: .seconds(5)).follower
      next.url = try StreamURL("http://0x7f000001:\(inner.port)/admin")
      _ = try await downloader.open(next)
    }
    #expect(failure.description.contains("refused to be sent from a public server"), "\(failure)")
    #expect(outer.requests.map(\.path) == ["/", "/second"] && inner.callCount == 0)
  }

  @Test(
    "a redirect to an invalid address is the server's error, not the user's",
    arguments: ["file:///etc/passwd", "rtmp://h/x", "http://h:99999/", "http://a b/", "http://"])
  func senseless(target: String) async throws {
    let server = try Self.redirect(to: target)
    guard case .network(.redirect(let reason)) = try await Fetch.failure(server.url) else {
      Issue.record("taken")
      return
    }
    #expect(reason.contains("127.0.0.1 redirects to"))
  }

  @Test("behind a proxy, the name of the host alone decides")
  func proxy() async throws {
    let proxy = try Self.redirect(to: "http://192.168.1.1/")
    let failure = try await Fetch.failure(
      "http://radio.invalid/",
      by: Fetch.downloader(environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)"]))
    guard case .network(.redirect(let reason)) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.contains("192.168.1.1"))
    #expect(proxy.requests.map(\.path) == ["http://radio.invalid/"])
  }

  @Test("a redirect to the user's own host is followed, and so is any redirect from a local server")
  func allowed() async throws {
    let inner = try ScriptedServer { $0.answer(body: [1, 2, 3]) }
    let home = try Self.redirect(to: inner.url)
    #expect(try await Fetch.all(home.url).audio == [1, 2, 3])
    // The user chose this host; a public server redirects to another port of it.
    let outer = try Self.redirect(to: inner.url)
    let chosen = Fetch.downloader { [port = outer.port] in $0.port == port ? .everywhere : AddressScope($0) }
    var request = StreamRequest(url: try StreamURL(inner.url))
    request.url = try StreamURL(Self.publicURL(outer))
    request.allowsLocalHosts = false
    let connection = try await chosen.open(request)
    #expect(connection.head.url.port == inner.port)
    await connection.close()
  }
}
