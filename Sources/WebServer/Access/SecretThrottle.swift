/// Slows down who tries secrets: a client may give ``burst`` wrong ones at once, then one each ``pause``. Until then
/// its secrets are
/// not looked at. Other clients do not notice.
package struct SecretThrottle {
  /// Wrong secrets that a client may give at once.
  package static let burst = 10
  /// Time in which one wrong secret is forgiven.
  package static let pause: Duration = .seconds(6)
  /// Most clients that are remembered. Of more, those are forgotten that would be forgiven first.
  package static let maximumClients = 1024

  /// When all wrong secrets of a client are forgiven.
  private var ends: [ClientAddress: ContinuousClock.Instant] = [:]

  /// No client has given a wrong secret.
  package init() {}

  /// How many clients are remembered.
  package var count: Int { ends.count }

  /// How long `client` must wait before a secret of it is looked at; nil when it need not.
  package func wait(for client: ClientAddress, at now: ContinuousClock.Instant) -> Duration? {
    guard let end = ends[client] else { return nil }
    let wait = now.duration(to: end) - Self.pause * (Self.burst - 1)
    return wait > .zero ? wait : nil
  }

  /// `client` gave a wrong secret.
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
