import AudioCore
import Downloader
import TestSupport
import Testing

/// RFC 1928 and RFC 1929.
@Suite("The SOCKS 5 handshake")
struct SOCKSHandshakeTests {
  private static let connect: [UInt8] = [5, 1, 0, 3, 6] + Array("h.test".utf8) + [0x1F, 0x90]
  private static let reply: [UInt8] = [5, 0, 0, 1, 127, 0, 0, 1, 0x1F, 0x90]

  @Test("the handshake requests the host by its name, for any split of the answers", arguments: [1, 2, 3, 100])
  func pieces(size: Int) {
    var handshake = SOCKSHandshake(host: "h.test", port: 8080, credentials: nil)
    #expect(handshake.greeting == [5, 1, 0])
    var sent: [[UInt8]] = []
    var end: SOCKSHandshake.Action?
    for bytes in [[5, 0], Self.reply + [9, 9]] as [[UInt8]] {
      for start in stride(from: 0, to: bytes.count, by: size) where end == nil {
        switch handshake.feed(bytes[start..<min(start + size, bytes.count)]) {
        case .needMore: break
        case .send(let more): sent.append(more)
        case let action: end = action
        }
      }
    }
    #expect(sent == [Self.connect])
    guard case .connected(let rest)? = end else {
      Issue.record("\(String(describing: end))")
      return
    }
    #expect([9, 9].starts(with: rest))
  }

  @Test("the handshake sends the user name and password when the proxy wants them")
  func credentials() {
    var handshake = SOCKSHandshake(host: "h.test", port: 8080, credentials: "me:a:b")
    #expect(handshake.greeting == [5, 2, 0, 2])
    do {
      let action = handshake.feed([5, 2])
      #expect(action == .send([1, 2] + Array("me".utf8) + [3] + Array("a:b".utf8)))
    }
    do {
      let action = handshake.feed([1])
      #expect(action == .needMore)
    }
    do {
      let action = handshake.feed([0])
      #expect(action == .send(Self.connect))
    }
    var refused = SOCKSHandshake(host: "h.test", port: 8080, credentials: "me")
    _ = refused.feed([5, 2])
    do {
      let action = refused.feed([1, 1])
      #expect(action == .refused(.authentication))
    }
  }

  @Test(
    "each refusal of the proxy has its own reason",
    arguments: [
      ([[5, 0xFF]], .authentication), ([[4, 0]], .nonsense), ([Array("HTTP/1.0".utf8)], .nonsense),
      ([[5, 0], [5, 1, 0, 1]], .unreachable), ([[5, 0], [5, 2]], .notAllowed), ([[5, 0], [5, 4]], .unreachable),
      ([[5, 0], [5, 5]], .connectionRefused), ([[5, 0], [5, 0, 0, 9, 0]], .nonsense), ([[5, 2]], .authentication),
    ] as [([[UInt8]], SOCKSHandshake.HandshakeError)])
  func refusals(answers: [[UInt8]], refusal: SOCKSHandshake.HandshakeError) {
    var handshake = SOCKSHandshake(host: "h.test", port: 1, credentials: nil)
    var last: SOCKSHandshake.Action?
    for answer in answers { last = handshake.feed(answer) }
    #expect(last == .refused(refusal))
  }

  @Test("random bytes do not crash the handshake")
  func anyBytes() {
    var generator = SeededRandom(seed: 9)
    for _ in 0..<20_000 {
      var handshake = SOCKSHandshake(host: "h.test", port: 1, credentials: Bool.random(using: &generator) ? "a:b" : nil)
      for _ in 0..<8 {
        let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          UInt8.random(in: 0...6, using: &generator)
        }
        guard case .needMore = handshake.feed(bytes) else { continue }
      }
    }
  }
}
