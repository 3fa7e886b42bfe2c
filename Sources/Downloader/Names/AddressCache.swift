package import NIOCore

/// The addresses that the resolver returned for host names, kept for a limited time. A value type; callers pass in the
/// time.
///
/// It holds ``capacity`` names and evicts the name whose latest answer is the oldest.
package struct AddressCache: Sendable {
  /// A moment of the clock that continues while the machine sleeps.
  package typealias Instant = ContinuousClock.Instant

  /// How long the cache serves an answer without a new lookup.
  package static let freshTime: Duration = .seconds(60)
  /// How long the cache serves the last good answer while the resolver fails.
  package static let fallbackTime: Duration = .seconds(3600)
  /// The maximum number of names.
  package static let capacity = 256
  /// After a failure of the resolver: how long the cache serves a kept answer before the next lookup (RFC 8767, section
  /// 5).
  package static let recheckTime: Duration = .seconds(30)

  private struct Answer {
    var addresses: [SocketAddress]
    var receivedAt: Instant
    /// False once connecting to all of the addresses has failed.
    var isTrusted = true
    /// After a failure of the resolver: until when the answer needs no lookup.
    var recheckAt: Instant?
  }

  private var answers: [String: [AddressFamily: Answer]] = [:]

  /// An empty cache.
  package init() {}

  /// The number of names in the cache.
  package var count: Int { answers.count }

  /// Keeps `addresses`, of `family`, for `host`; an empty list means that the host has none of that family.
  package mutating func store(_ addresses: [SocketAddress], for host: String, family: AddressFamily, at now: Instant) {
    if answers[host] == nil, answers.count >= Self.capacity { removeOldest() }
    answers[host, default: [:]][family] = Answer(addresses: addresses, receivedAt: now)
  }

  /// Returns the addresses of `host` that need no lookup; nil when the caller must ask the resolver.
  ///
  /// Returns an empty list only while the other family has addresses: a host without any address is looked up each
  /// time.
  package func fresh(_ host: String, family: AddressFamily, at now: Instant) -> [SocketAddress]? {
    guard let families = answers[host], let answer = families[family], Self.isFresh(answer, at: now) else { return nil }
    if !answer.addresses.isEmpty { return answer.addresses }
    let other = families.contains { $0.key != family && !$0.value.addresses.isEmpty && Self.isFresh($0.value, at: now) }
    return other ? [] : nil
  }

  /// Returns the last good answer for `host`, for use while the resolver fails. Returns nil when the last hour
  /// (``fallbackTime``) brought none. For ``recheckTime`` the answer then needs no lookup.
  package mutating func fallback(_ host: String, family: AddressFamily, at now: Instant) -> [SocketAddress]? {
    guard let answer = answers[host]?[family], !answer.addresses.isEmpty,
      now - answer.receivedAt < Self.fallbackTime
    else { return nil }
    answers[host]?[family]?.recheckAt = now + Self.recheckTime
    return answer.addresses
  }

  /// Notes that connecting to all addresses of `host` failed: the next caller asks the resolver again.
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
