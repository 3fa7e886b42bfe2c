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
