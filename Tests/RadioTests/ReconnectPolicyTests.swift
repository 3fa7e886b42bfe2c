import AudioCore
import Radio
import Testing

@Suite("The reconnect policy")
struct ReconnectPolicyTests {
  @Test("gives a source up at once that never played", arguments: [nil, TuneError.refused(host: "h", port: 1)])
  func neverPlayed(error: TuneError?) {
    var policy = ReconnectPolicy()
    #expect(policy.connectionEnded(with: error, unitRandom: 0.5) == .giveUp)
  }

  @Test("backs off 0, 1, 2, 4 … 60 s, and begins anew after a minute of sound")
  func backoff() {
    var policy = ReconnectPolicy()
    policy.heard(for: .seconds(5))
    for seconds in [0, 1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .seconds(seconds)))
    }
    policy.heard(for: .seconds(60))
    #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .zero))
  }

  @Test("varies each wait by a fifth either way")
  func jitter() {
    for (random, expected) in [(0.0, 0.8), (1.0, 1.2)] {
      var policy = ReconnectPolicy()
      policy.heard(for: .seconds(5))
      _ = policy.connectionEnded(with: nil, unitRandom: random)
      #expect(policy.connectionEnded(with: nil, unitRandom: random) == .retry(after: .seconds(expected)))
    }
  }

  @Test("leaves a full server in peace for half a minute")
  func serverFull() {
    var policy = ReconnectPolicy()
    policy.heard(for: .seconds(5))
    #expect(policy.connectionEnded(with: .serverFull(host: "h"), unitRandom: 0.5) == .retry(after: .seconds(30)))
  }

  @Test(
    "gives up what will never work again",
    arguments: [
      TuneError.status(401, host: "h", reason: ""), .status(410, host: "h", reason: ""),
      .unsupported(source: "s", kind: "k"), .badURL("u", reason: "r"),
    ])
  func final(error: TuneError) {
    var policy = ReconnectPolicy()
    policy.heard(for: .seconds(5))
    #expect(policy.connectionEnded(with: error, unitRandom: 0.5) == .giveUp)
  }

  @Test(
    "tries a station again that is off the air",
    arguments: [404, 403, 500, 503].map { TuneError.status($0, host: "h", reason: "") } + [
      .stalled(host: "h", afterSeconds: 10), .unknownHost("h"), .notAudio(source: "s", found: "an HTML page"),
      .tls(host: "h", reason: "r"),
    ])
  func temporary(error: TuneError) {
    var policy = ReconnectPolicy()
    policy.heard(for: .seconds(5))
    #expect(policy.connectionEnded(with: error, unitRandom: 0.5) == .retry(after: .zero))
  }
}
