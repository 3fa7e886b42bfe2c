import Synchronization

/// The number of listeners, for whoever wants to know.
final class ListenerCount: Sendable {
  /// The number.
  let value = Atomic(0)
}
