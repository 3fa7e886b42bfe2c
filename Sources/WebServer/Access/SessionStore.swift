import HTTPServer
import SystemSupport

/// The sessions of browsers. A browser that has sent the token once holds a random name instead.
package struct SessionStore {
  /// One session.
  package struct Session: Sendable, Equatable {
    /// The name: 64 hexadecimal digits.
    package var name: String
    /// The time at which the session ends, in seconds since 1970.
    package var end: Double
  }

  /// The lifetime of a session.
  package static let lifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// Most sessions. A further one ends the least recently used.
  package static let maximumCount = 64
  /// Bytes of a session's name. 256 random bits cannot be guessed.
  private static let nameBytes = 32

  /// The sessions; the least recently used one is the first.
  package private(set) var sessions: [Session]

  /// A store with the sessions of an earlier run.
  package init(_ saved: [Session] = []) { sessions = saved.suffix(Self.maximumCount) }

  /// The number of sessions; includes expired ones that were not used since they expired.
  package var count: Int { sessions.count }

  /// Begins a session at `now`, in seconds since 1970. Returns its name.
  package mutating func begin(at now: Double) -> String {
    sessions.removeAll { $0.end <= now }
    if sessions.count >= Self.maximumCount { sessions.removeFirst() }
    var random = SystemRandomNumberGenerator()
    let name = (0..<Self.nameBytes).map { _ in
      let digits = String(random.next() as UInt8, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    sessions.append(Session(name: name, end: now + Self.lifetime / .seconds(1)))
    return name
  }

  /// True when `name` is a session that has not expired at `now`, in seconds since 1970. Counts as a use of it.
  package mutating func use(_ name: String, at now: Double) -> Bool {
    guard let place = sessions.firstIndex(where: { ConstantTime.isEqual($0.name, name) }) else { return false }
    let session = sessions.remove(at: place)
    guard session.end > now else { return false }
    sessions.append(session)
    return true
  }

  /// Ends the session `name`. Returns false when there is none.
  @discardableResult package mutating func end(_ name: String) -> Bool {
    let count = sessions.count
    sessions.removeAll { $0.name == name }
    return sessions.count < count
  }
}

/// Limits how many wrong secrets of a client get the answer that they are wrong: ``burst`` at once, then one per
/// ``pause``. Other clients are not affected.
package struct SecretThrottle {
  /// The wrong secrets that a client may send at once.
  package static let burst = 10
  /// The time after which one wrong secret is forgiven.
  package static let pause: Duration = .seconds(6)
  /// Most clients that are remembered. A further one replaces the client that would be forgiven first.
  package static let maximumClients = 1024

  /// The time at which all wrong secrets of a client are forgiven.
  private var ends: [ClientAddress: ContinuousClock.Instant] = [:]

  /// A throttle that has seen no wrong secret.
  package init() {}

  /// The number of clients that are remembered.
  package var count: Int { ends.count }

  /// Returns how long `client` must wait after its last wrong secret; nil when it need not wait.
  package func wait(for client: ClientAddress, at now: ContinuousClock.Instant) -> Duration? {
    guard let end = ends[client] else { return nil }
    let wait = now.duration(to: end) - Self.pause * (Self.burst - 1)
    return wait > .zero ? wait : nil
  }

  /// Counts a wrong secret of `client`.
  package mutating func noteWrong(from client: ClientAddress, at now: ContinuousClock.Instant) {
    if ends[client] == nil, ends.count >= Self.maximumClients {
      ends = ends.filter { $0.value > now }
      if ends.count >= Self.maximumClients, let first = ends.min(by: { $0.value < $1.value }) {
        ends.removeValue(forKey: first.key)
      }
    }
    ends[client] = max(ends[client] ?? now, now) + Self.pause
  }
}
