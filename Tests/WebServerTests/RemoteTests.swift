import AudioCore
import NIOPosix
import Radio
import RadioModel
import Remote
import TestSupport
import Testing
import WebServer

@Suite("A client over TCP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct RemoteTests {
  private static let token = "a-token-of-32-characters-0123456"

  private static func withClient<Result>(
    _ address: DaemonAddress, _ body: (RadioClient) async throws -> Result
  ) async throws -> Result {
    var limits = RemoteLimits()
    limits.answer = .seconds(3)
    let client = RadioClient(address: address, group: MultiThreadedEventLoopGroup.singleton, limits: limits)
    do {
      let result = try await body(client)
      await client.close()
      return result
    } catch {
      await client.close()
      throw error
    }
  }

  @Test(
    "a client with the token gets the same answers and events as over the Unix socket",
    arguments: ["127.0.0.1", "localhost"])
  func token(host: String) async throws {
    try await TestRadio.with {
      $0.token = Self.token
    } _: { radio in
      let address = try DaemonAddress(host: host, port: radio.port, token: Self.token)
      try await Self.withClient(address) { client in
        #expect(try await client.status().volume == 70)
        #expect(try await client.perform(.setVolume(30)).volume == 30)
        var feed = client.events("/api/events").makeAsyncIterator()
        #expect(try await feed.next() == .connected)
        guard case .event(let event)? = try await feed.next() else {
          Issue.record("no event")
          return
        }
        #expect(RadioEvent(event) != nil)
        radio.tuner.send(.setVolume(40))
        while case .event(let event)? = try await feed.next() {
          if case .status(let status)? = RadioEvent(event), status.volume == 40 { break }
        }
      }
    }
  }

  @Test("a client with a wrong token gets the daemon's refusal")
  func wrongToken() async throws {
    try await TestRadio.with {
      $0.token = Self.token
    } _: { radio in
      let address = try DaemonAddress(host: "127.0.0.1", port: radio.port, token: "another")
      let error = await #expect(throws: DaemonError.self) {
        try await Self.withClient(address) { try await $0.status() }
      }
      guard case .refused(_, let status)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(status == 401)
      await #expect(throws: DaemonError.self) {
        try await Self.withClient(address) { for try await _ in $0.events("/api/events", reconnectMode: .forever) {} }
      }
    }
  }

  @Test("an unreachable daemon is named in the error, and an invalid token or port is refused")
  func unreachable() async throws {
    let port = try ScriptedServer.freePort()
    let closed = try DaemonAddress(host: "127.0.0.1", port: port, token: "t")
    let error = await #expect(throws: DaemonError.self) { try await Self.withClient(closed) { try await $0.status() } }
    #expect(
      error
        == .failed(
          reason: "radiod serve is not running (nothing listens at 127.0.0.1:\(port)); its usual port is 8600"))
    for token in ["", "a b", "a\r\nX: y", "ä"] {
      #expect(throws: OptionError.self) { try DaemonAddress(host: "127.0.0.1", port: 1, token: token) }
    }
    for port in [0, 65536, -1] {
      #expect(throws: OptionError.self) { try DaemonAddress(host: "127.0.0.1", port: port, token: "t") }
    }
  }
}
