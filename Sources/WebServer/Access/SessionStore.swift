import AudioCore
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
    let name = (0..<Self.nameBytes).map { _ in (random.next() as UInt8).hexadecimal }.joined()
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
