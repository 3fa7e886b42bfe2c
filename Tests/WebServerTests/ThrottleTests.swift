import HTTPServer
import NIOCore
import ServerSupport
import Testing
import WebServer

@Suite("The throttle for wrong tokens, and sessions")
struct ThrottleTests {
  @Test("a client may send ten wrong tokens and then one every 6 s, and other clients are not affected")
  func pace() {
    var throttle = SecretThrottle()
    let (guesser, owner) = (ClientAddress.ipv4(1), ClientAddress.ipv4(2))
    let start = ContinuousClock.now
    var now = start
    var tries = 0
    while now < start + .seconds(3600) {
      if throttle.wait(for: guesser, at: now) == nil {
        tries += 1
        throttle.noteWrong(from: guesser, at: now)
      }
      now += .milliseconds(100)
    }
    #expect((600...611).contains(tries), "\(tries) in an hour")
    #expect((throttle.wait(for: guesser, at: now) ?? .zero) <= SecretThrottle.pause)
    #expect(throttle.wait(for: owner, at: now) == nil)
    #expect(throttle.wait(for: guesser, at: now + .seconds(6)) == nil)
  }

  @Test("1024 clients are remembered; above that, those with the fewest wrong tokens are forgotten")
  func bound() {
    var throttle = SecretThrottle()
    let now = ContinuousClock.now
    let guesser = ClientAddress.ipv6Network(0)
    for _ in 0..<SecretThrottle.burst { throttle.noteWrong(from: guesser, at: now) }
    for number in 1...UInt64(SecretThrottle.maximumClients * 2) {
      throttle.noteWrong(from: .ipv6Network(number), at: now)
    }
    #expect(throttle.count == SecretThrottle.maximumClients)
    #expect(throttle.wait(for: guesser, at: now) != nil)
  }

  @Test(
    "clients are distinguished by their IPv4 address, or by their /64 network of IPv6",
    arguments: [
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("::ffff:192.0.2.1", "192.0.2.1", true),
      ("fd00::1", "fd00::2:3:4:5", true), ("fd00::1", "fd00:0:0:1::1", false),
    ])
  func addresses(_ one: String, _ other: String, _ isSame: Bool) throws {
    let (one, other) = (try SocketAddress(ipAddress: one, port: 1), try SocketAddress(ipAddress: other, port: 2))
    #expect((ClientAddress(one) == ClientAddress(other)) == isSame)
    #expect(ClientAddress(nil) == nil)
  }

  @Test("a session ends after 30 days, and the least recently used one ends when there are too many")
  func sessions() {
    var store = SessionStore()
    let start = 1.8e9
    let first = store.begin(at: start)
    #expect(first.count == 64)
    var uses = [30.0 * 86400 - 1, 30 * 86400].map { store.use(first, at: start + $0) }
    #expect(uses == [true, false])
    #expect(store.count == 0)

    let names = (0..<SessionStore.maximumCount).map { _ in store.begin(at: start) }
    #expect(Set(names).count == SessionStore.maximumCount)
    _ = store.use(names[0], at: start)
    let last = store.begin(at: start)
    #expect(store.count == SessionStore.maximumCount)
    uses = [names[0], last, names[1]].map { store.use($0, at: start) }
    #expect(uses == [true, true, false])
    let hasEnded = [store.end(last), store.end(last)]
    #expect(hasEnded == [true, false])
    uses = [store.use(last, at: start)]
    #expect(uses == [false])

    var restored = SessionStore(store.sessions)
    uses = [names[0], last].map { restored.use($0, at: start) }
    #expect(uses == [true, false])
  }
}
