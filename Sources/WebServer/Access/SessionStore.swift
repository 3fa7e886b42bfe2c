import HTTPServer

/// The sessions of browsers. A browser that has sent the token once holds a random name instead. Sessions are kept in
/// memory only; a restart ends all of them.
package struct SessionStore {
  /// The lifetime of a session.
  package static let lifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// Most sessions. A further one ends the least recently used.
  package static let maximumCount = 64
  /// Bytes of a session's name. 256 random bits cannot be guessed.
  private static let nameBytes = 32

  private struct Session {
    var end: ContinuousClock.Instant
    /// The value of ``SessionStore/uses`` at the last use of this session.
    var use: UInt64
  }

  private var sessions: [String: Session] = [:]
  private var uses: UInt64 = 0

  /// A store without sessions.
  package init() {}

  /// The number of sessions; includes expired ones that were not used since they expired.
  package var count: Int { sessions.count }

  /// Begins a session. Returns its name, 64 hexadecimal digits.
  package mutating func begin(at now: ContinuousClock.Instant) -> String {
    sessions = sessions.filter { $0.value.end > now }
    if sessions.count >= Self.maximumCount, let oldest = sessions.min(by: { $0.value.use < $1.value.use }) {
      sessions.removeValue(forKey: oldest.key)
    }
    var random = SystemRandomNumberGenerator()
    let name = (0..<Self.nameBytes).map { _ in
      let digits = String(random.next() as UInt8, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    uses += 1
    sessions[name] = Session(end: now + Self.lifetime, use: uses)
    return name
  }

  /// True when `name` is a session that has not expired. Counts as a use of it.
  package mutating func use(_ name: String, at now: ContinuousClock.Instant) -> Bool {
    guard let session = sessions[name] else { return false }
    guard session.end > now else {
      sessions.removeValue(forKey: name)
      return false
    }
    uses += 1
    sessions[name]?.use = uses
    return true
  }

  /// Ends the session `name`; does nothing when there is none.
  package mutating func end(_ name: String) { sessions.removeValue(forKey: name) }
}

/// Limits how fast a client can try secrets: ``burst`` wrong ones at once, then one per ``pause``. The secrets of a
/// client above the limit are not compared. Other clients are not affected.
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

  /// Returns how long `client` must wait before its next secret is compared; nil when it need not wait.
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
