import Downloader
import NIOCore
import Testing

/// RFC 8305, sections 3 to 5.
@Suite("The race of a host's addresses")
struct ConnectionRaceTests {
  private typealias Action = ConnectionRace.Action

  private static func four(_ last: Int) throws -> SocketAddress {
    try SocketAddress(ipAddress: "192.0.2.\(last)", port: 80)
  }
  private static func six(_ last: Int) throws -> SocketAddress {
    try SocketAddress(ipAddress: "2001:db8::\(last)", port: 80)
  }

  /// Fails unless `actions` equal `expected`. `#expect` itself cannot contain calls that change a value.
  private func check(
    _ actions: [Action], _ expected: [Action], _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(actions == expected, comment, sourceLocation: location)
  }

  @Test("IPv6 comes first, the families alternate, and each attempt delay (250 ms) starts one attempt")
  func order() throws {
    let (four, six) = ([try Self.four(1), try Self.four(2)], [try Self.six(1), try Self.six(2), try Self.six(3)])
    var race = ConnectionRace()
    check(
      race.answered(.ipv6, .success(six)),
      [
        .startConnecting, .connect(attempt: 0, address: six[0]), .startAttemptDelay,
      ])
    check(race.answered(.ipv4, .success(four)), [])
    var order: [SocketAddress] = []
    for _ in 0..<5 {
      for case .connect(_, let address) in race.attemptDelayEnded() { order.append(address) }
    }
    #expect(order == [four[0], six[1], four[1], six[2]])
    let isDone = race.succeeded(attempt: 3)
    #expect(isDone)
    let late = race.succeeded(attempt: 1)
    #expect(!late, "the second to connect is too late")
  }

  @Test("IPv4 waits for the IPv6 answer only until the resolution delay (50 ms) ends")
  func resolutionDelay() throws {
    let four = try Self.four(1)
    var race = ConnectionRace()
    check(race.answered(.ipv4, .success([four])), [.startResolutionDelay])
    check(race.resolutionDelayEnded(), [.startConnecting, .connect(attempt: 0, address: four), .startAttemptDelay])
    check(race.resolutionDelayEnded(), [], "it counts once")
    // The IPv6 answer comes late, while the attempt runs; it is used when the attempt fails.
    let six = try Self.six(1)
    check(race.answered(.ipv6, .success([six])), [])
    check(race.failed(attempt: 0), [.connect(attempt: 1, address: six), .startAttemptDelay])
  }

  @Test("without IPv6, IPv4 does not wait")
  func onlyIPv4() throws {
    let four = try Self.four(1)
    var race = ConnectionRace()
    check(race.answered(.ipv6, .failure(.unknown)), [])
    check(
      race.answered(.ipv4, .success([four])),
      [
        .startConnecting, .connect(attempt: 0, address: four), .startAttemptDelay,
      ])
  }

  @Test("an attempt that fails is followed by the next one at once")
  func failures() throws {
    let four = [try Self.four(1), try Self.four(2)]
    var race = ConnectionRace()
    _ = race.answered(.ipv6, .failure(.unknown))
    _ = race.answered(.ipv4, .success(four))
    check(race.failed(attempt: 0), [.connect(attempt: 1, address: four[1]), .startAttemptDelay])
    check(race.failed(attempt: 0), [], "it fails once")
    check(race.failed(attempt: 1), [.fail(.attemptsFailed)])
    check(race.attemptDelayEnded(), [])
  }

  @Test("an answer that comes after the attempt delay, while the first attempt hangs, is tried at once")
  func lateFamily() throws {
    var race = ConnectionRace()
    let (six, four) = (try Self.six(1), try Self.four(1))
    check(
      race.answered(.ipv6, .success([six])), [.startConnecting, .connect(attempt: 0, address: six), .startAttemptDelay])
    check(race.attemptDelayEnded(), [])
    check(race.answered(.ipv4, .success([four])), [.connect(attempt: 1, address: four), .startAttemptDelay])
  }

  @Test("failed attempts do not end the race while a lookup is unanswered")
  func lateAnswer() throws {
    var race = ConnectionRace()
    _ = race.answered(.ipv4, .success([try Self.four(1)]))
    _ = race.resolutionDelayEnded()
    check(race.failed(attempt: 0), [])
    let six = try Self.six(1)
    check(race.answered(.ipv6, .success([six])), [.connect(attempt: 1, address: six), .startAttemptDelay])
  }

  @Test(
    "a host without addresses and a resolver that fails give different errors",
    arguments: [
      (HostLookup.LookupError.unknown, HostLookup.LookupError.unknown, ConnectionRace.Loss.unknownHost),
      (.unknown, .noNameServer, .noNameServer), (.noNameServer, .unknown, .noNameServer),
    ])
  func noAddresses(six: HostLookup.LookupError, four: HostLookup.LookupError, loss: ConnectionRace.Loss) {
    var race = ConnectionRace()
    check(race.answered(.ipv6, .failure(six)), [])
    check(race.answered(.ipv4, .failure(four)), [.fail(loss)])
  }

  @Test("giving up a silent resolver ends the race, or starts it with the addresses that are known")
  func silentResolver() throws {
    var race = ConnectionRace()
    check(race.giveUpResolver(), [.fail(.noNameServer)])
    var half = ConnectionRace()
    let four = try Self.four(1)
    check(half.answered(.ipv4, .success([four])), [.startResolutionDelay])
    let isDone = half.giveUpResolver().contains(.connect(attempt: 0, address: four))
    #expect(isDone)
  }

  @Test("a host with a thousand addresses gets 16 attempts")
  func bound() throws {
    let many = try (1...1000).map { try SocketAddress(ipAddress: "10.0.\($0 / 250).\($0 % 250)", port: 80) }
    var race = ConnectionRace()
    _ = race.answered(.ipv6, .failure(.unknown))
    var actions = race.answered(.ipv4, .success(many))
    var attempts = 0
    while true {
      let started = actions.compactMap { if case .connect(let attempt, _) = $0 { attempt } else { nil } }
      attempts += started.count
      guard let last = started.last else { break }
      actions = race.failed(attempt: last)
    }
    #expect(attempts == ConnectionRace.maximumAttempts && actions == [.fail(.attemptsFailed)])
  }
}
