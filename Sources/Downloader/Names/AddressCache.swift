import NIOCore

/// The family of an IP address.
package enum AddressFamily: Sendable, CaseIterable {
  /// IPv6: `AAAA` records.
  case ipv6
  /// IPv4: `A` records.
  case ipv4
}

/// The addresses that the resolver gave for host names, kept for a while. A value that is given the time.
///
/// It holds ``capacity`` names; the one that was answered longest ago leaves first.
package struct AddressCache: Sendable {
  /// A moment of the clock that continues while the machine sleeps.
  package typealias Instant = ContinuousClock.Instant

  /// How long an answer is used without asking again.
  package static let freshTime: Duration = .seconds(60)
  /// How long the last good answer is used while the resolver fails.
  package static let fallbackTime: Duration = .seconds(3600)
  /// Names that are kept.
  package static let capacity = 256
  /// How long a kept answer is used, once the resolver failed, before it is asked again (RFC 8767, section 5).
  package static let recheckTime: Duration = .seconds(30)

  private struct Answer {
    var addresses: [SocketAddress]
    var receivedAt: Instant
    /// False once none of the addresses could be connected to.
    var isTrusted = true
    /// Until when it is used without a question, after the resolver failed.
    var recheckAt: Instant?
  }

  private var answers: [String: [AddressFamily: Answer]] = [:]

  /// An empty cache.
  package init() {}

  /// Number of names that are kept.
  package var count: Int { answers.count }

  /// Keeps `addresses`, of `family`, for `host`; an empty list says that the host has none of that family.
  package mutating func store(_ addresses: [SocketAddress], for host: String, family: AddressFamily, at now: Instant) {
    if answers[host] == nil, answers.count >= Self.capacity { removeOldest() }
    answers[host, default: [:]][family] = Answer(addresses: addresses, receivedAt: now)
  }

  /// The addresses of `host` that need no question; nil when the resolver is to be asked.
  ///
  /// An empty list is given only while the other family has addresses: a host without any is looked up each time.
  package func fresh(_ host: String, family: AddressFamily, at now: Instant) -> [SocketAddress]? {
    guard let families = answers[host], let answer = families[family], Self.isFresh(answer, at: now) else { return nil }
    if !answer.addresses.isEmpty { return answer.addresses }
    let other = families.contains { $0.key != family && !$0.value.addresses.isEmpty && Self.isFresh($0.value, at: now) }
    return other ? [] : nil
  }

  /// The last good answer for `host`, for use while the resolver fails; nil when there is none of the last hour. For
  /// ``recheckTime`` it needs no further question.
  package mutating func fallback(_ host: String, family: AddressFamily, at now: Instant) -> [SocketAddress]? {
    guard let answer = answers[host]?[family], !answer.addresses.isEmpty,
      now - answer.receivedAt < Self.fallbackTime
    else { return nil }
    answers[host]?[family]?.recheckAt = now + Self.recheckTime
    return answer.addresses
  }

  /// None of the addresses of `host` could be connected to: the resolver is asked the next time.
  package mutating func distrust(_ host: String) {
    for family in AddressFamily.allCases {
      answers[host]?[family]?.isTrusted = false
      answers[host]?[family]?.recheckAt = nil
    }
  }

  private static func isFresh(_ answer: Answer, at now: Instant) -> Bool {
    if let recheckAt = answer.recheckAt, now < recheckAt { return true }
    return answer.isTrusted && now - answer.receivedAt < freshTime
  }

  private mutating func removeOldest() {
    let oldest = answers.min { one, other in
      Self.newest(one.value) ?? .now < Self.newest(other.value) ?? .now
    }
    if let oldest { answers[oldest.key] = nil }
  }

  private static func newest(_ families: [AddressFamily: Answer]) -> Instant? {
    families.values.map(\.receivedAt).max()
  }
}
