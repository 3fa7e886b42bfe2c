/// Sessions of browsers: who gave the token once holds a random number instead. In memory alone; a restart ends them
/// all.
package struct SessionStore {
  /// How long a session lasts.
  package static let lifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// Most sessions. One more ends the one that was not used for the longest time.
  package static let maximumCount = 64
  /// Bytes of a session's name: 256 bits cannot be guessed.
  private static let nameBytes = 32

  private struct Session {
    var end: ContinuousClock.Instant
    /// The number of the last use of any session when this one was used.
    var use: UInt64
  }

  private var sessions: [String: Session] = [:]
  private var uses: UInt64 = 0

  /// No session.
  package init() {}

  /// How many sessions there are, those among them that are over but were not asked for since.
  package var count: Int { sessions.count }

  /// Begins a session; returns its name, 64 hexadecimal digits.
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

  /// Whether `name` is a session that is not over.
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

  /// Ends the session `name`, if there is one.
  package mutating func end(_ name: String) { sessions.removeValue(forKey: name) }
}
