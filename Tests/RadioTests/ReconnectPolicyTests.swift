import AudioCore
import Radio
import RadioModel
import Testing

@Suite("The reconnect policy")
struct ReconnectPolicyTests {
  /// A failure, and whether a station is retried after it: before and after it has played.
  struct Row: Sendable, CustomTestStringConvertible {
    var failure: TuneError?
    var isTriedBeforeItPlayed: Bool
    var isTriedAfterItPlayed: Bool

    var testDescription: String { failure.map { "\($0)" } ?? "the stream ended" }
  }

  private static func status(_ code: Int) -> TuneError { .status(code, host: "h", reason: "") }

  static let table: [Row] = [
    // Temporary failures.
    Row(failure: nil, isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: .unknownHost("h"), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: .refused(host: "h", port: 1), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(
      failure: .noAnswer(host: "h", port: 1, afterSeconds: 5), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: .headTimeout(host: "h", afterSeconds: 10), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: .stalled(host: "h", afterSeconds: 10), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: .connectionLost(host: "h", reason: "r"), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: .serverFull(host: "h"), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: status(429), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: status(500), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    Row(failure: status(503), isTriedBeforeItPlayed: true, isTriedAfterItPlayed: true),
    // Mistakes, unless the station has played: then it may be off the air or under repair.
    Row(failure: status(400), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: status(403), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: status(404), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: .tls(host: "h", reason: "r"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: .badAnswer(host: "h", reason: "r"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: .redirect(reason: "r"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: .emptyPlaylist("u"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: .notAudio(source: "s", found: "f"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    Row(failure: .unsupported(source: "s", kind: "k"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: true),
    // Failures that no later attempt can repair.
    Row(failure: status(401), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: false),
    Row(failure: status(410), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: false),
    Row(failure: .decoder(codec: .aac, reason: "r"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: false),
    Row(failure: .badURL("u", reason: "r"), isTriedBeforeItPlayed: false, isTriedAfterItPlayed: false),
  ]

  @Test("the policy retries the failures that a later attempt may repair, and no others", arguments: table)
  func outlook(row: Row) {
    var fresh = ReconnectPolicy()
    #expect((fresh.connectionEnded(with: row.failure, unitRandom: 0.5) != .giveUp) == row.isTriedBeforeItPlayed)
    var played = ReconnectPolicy()
    played.received(.seconds(5))
    #expect((played.connectionEnded(with: row.failure, unitRandom: 0.5) != .giveUp) == row.isTriedAfterItPlayed)
    var rejoined = ReconnectPolicy(hasPlayed: true)
    #expect((rejoined.connectionEnded(with: row.failure, unitRandom: 0.5) != .giveUp) == row.isTriedAfterItPlayed)
  }

  @Test("of the failures of a station's addresses, the one with the best prospects counts, else the first")
  func severalAddresses() {
    let final = Self.status(401)
    let mistake = Self.status(404)
    let passing = TuneError.refused(host: "b", port: 1)
    for (failures, expected) in [
      ([final, passing], passing), ([passing, final], passing), ([final, mistake], mistake),
      ([mistake, final], mistake),
      ([passing, .unknownHost("c")], passing), ([final], final),
    ] {
      let result = failures.reduce(nil) { ReconnectPolicy.moreHopeful($0, $1) }
      #expect(result == expected)
    }
  }

  @Test("the delays are 0, 1, 2, 4 … 60 s, and start again after 5 s of sound, not sooner")
  func backoff() {
    var policy = ReconnectPolicy()
    for seconds in [0, 1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .seconds(seconds)))
    }
    policy.received(.seconds(4.9))
    #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .seconds(60)))
    policy.received(.seconds(5))
    #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .zero))
  }

  @Test(
    "after a connection with 5 s of sound or more, the retry comes at once, and the count starts again",
    arguments: [RetryLimit.forever, .times(3)])
  func goodConnections(limit: RetryLimit) {
    var policy = ReconnectPolicy(limit: limit)
    for round in 0..<9 {
      policy.received(.seconds(15))
      #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .zero), "connection \(round)")
    }
  }

  @Test("a server that sends much at once and ends, or little for long, is retried less and less often")
  func badConnections() {
    for (sound, time) in [(60.0, 1.0), (0, 60), (4, 4), (1, 60)] {
      var policy = ReconnectPolicy()
      for seconds in [0, 1, 2, 4, 8] {
        policy.received(.seconds(sound), within: .seconds(time))
        #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .retry(after: .seconds(seconds)))
      }
    }
  }

  @Test("after a connection with a second of sound or more, the retry comes 2 s before the listener's sound runs out")
  func soundInHand() {
    for (sound, time, waits) in [(15.0, 0.1, [0.0, 1, 2, 4, 8, 13, 13]), (0.9, 0.1, [0, 1, 2, 4, 8, 16, 32])] {
      var policy = ReconnectPolicy()
      for wait in waits {
        policy.received(.seconds(sound), within: .seconds(time))
        let decision = policy.connectionEnded(with: nil, soundLasts: .seconds(15), unitRandom: 0.5)
        #expect(decision == .retry(after: .seconds(wait)))
      }
    }
    var dry = ReconnectPolicy()
    for soundLasts in [1.0, -3] {
      for _ in 0..<7 { _ = dry.connectionEnded(with: nil, soundLasts: .seconds(60), unitRandom: 0.5) }
      dry.received(.seconds(1))
      let decision = dry.connectionEnded(with: nil, soundLasts: .seconds(soundLasts), unitRandom: 0.5)
      #expect(decision == .retry(after: .zero))
    }
    let full = dry.connectionEnded(with: .serverFull(host: "h"), soundLasts: .seconds(9), unitRandom: 0)
    #expect(full == .retry(after: .seconds(60 * 0.8)), "nothing was heard since")
    dry.received(.seconds(1))
    let asked = dry.connectionEnded(with: .serverFull(host: "h"), soundLasts: .seconds(9), unitRandom: 0)
    #expect(asked == .retry(after: .seconds(30)), "as the server asks")
  }

  @Test("a limit counts the connections in a row that brought less than a second of sound")
  func silences() {
    for (sound, isGivenUp) in [(0.9, true), (1.0, false)] {
      var policy = ReconnectPolicy(limit: .times(2))
      var decisions: [ReconnectPolicy.Decision] = []
      for _ in 0..<5 {
        policy.received(.seconds(sound))
        decisions.append(policy.connectionEnded(with: nil, unitRandom: 0.5))
      }
      #expect((decisions.last == .giveUp) == isGivenUp)
    }
  }

  @Test(
    "401 and 410 are final from the station's own address; from a playlist's address only before it played",
    arguments: [401, 410])
  func namedByPlaylist(code: Int) {
    let error = Self.status(code)
    for hasPlayed in [false, true] {
      var policy = ReconnectPolicy(hasPlayed: hasPlayed)
      #expect(
        (policy.connectionEnded(with: error, isOwnAnswer: false, unitRandom: 0.5) == .giveUp) == !hasPlayed)
      #expect(policy.connectionEnded(with: error, isOwnAnswer: true, unitRandom: 0.5) == .giveUp)
    }
    let (own, other) = (
      ReconnectPolicy.Failure(error: error, isOwnAnswer: true),
      ReconnectPolicy.Failure(error: error, isOwnAnswer: false)
    )
    #expect(
      !ReconnectPolicy.moreHopeful(own, other).isOwnAnswer && !ReconnectPolicy.moreHopeful(other, own).isOwnAnswer)
  }

  @Test("each delay varies by up to a fifth in either direction")
  func jitter() {
    for (random, expected) in [(0.0, 0.8), (1.0, 1.2)] {
      var policy = ReconnectPolicy()
      _ = policy.connectionEnded(with: nil, unitRandom: random)
      #expect(policy.connectionEnded(with: nil, unitRandom: random) == .retry(after: .seconds(expected)))
    }
  }

  @Test(
    "a retry never comes sooner than the server asks, nor within 30 s after the server was full",
    arguments: [
      (TuneError.serverFull(host: "h"), 30.0), (.serverFull(host: "h", retryAfter: 5), 30),
      (.serverFull(host: "h", retryAfter: 90), 90), (.status(503, host: "h", reason: "", retryAfter: 7), 7),
      (.status(500, host: "h", reason: "", retryAfter: 3600), 3600),
    ])
  func timeout(failure: TuneError, least: Double) {
    for random in [0.0, 0.5, 1.0] {
      var policy = ReconnectPolicy()
      guard case .retry(let wait) = policy.connectionEnded(with: failure, unitRandom: random) else {
        Issue.record("gave up")
        continue
      }
      #expect(wait >= .seconds(least) && wait <= .seconds(least * 1.2), "\(wait)")
    }
  }

  @Test(
    "the policy retries as often in a row as its limit, and counts again after a good connection",
    arguments: [(RetryLimit.never, 0), (.times(1), 1), (.times(3), 3)])
  func limit(limit: RetryLimit, tries: Int) {
    var policy = ReconnectPolicy(limit: limit)
    for round in 0..<2 {
      for _ in 0..<tries { #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) != .giveUp, "round \(round)") }
      #expect(policy.connectionEnded(with: nil, unitRandom: 0.5) == .giveUp)
      policy.received(.seconds(61))
    }
  }
}
