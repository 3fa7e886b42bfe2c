/// Limits how fast a client can try secrets: ``burst`` wrong ones at once, then one per ``pause``. It says how long a
/// client above the limit must wait; the server refuses its secrets until then, or answers late. Other clients are not
/// affected.
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

  /// Returns how long `client` must wait for its next secret; nil when it need not wait.
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
