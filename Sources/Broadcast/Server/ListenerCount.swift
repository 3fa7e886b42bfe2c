import Synchronization

/// The number of listeners, which any thread may read.
final class ListenerCount: Sendable {
  /// The present number.
  let value = Atomic(0)
}
