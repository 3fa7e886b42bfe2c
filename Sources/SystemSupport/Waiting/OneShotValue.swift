import Synchronization

/// A value that is set once, and that one or more tasks wait for.
package final class OneShotValue<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)
  private let event = OneShotEvent()

  /// A value that is not set yet.
  package init() {}

  /// Sets the value; only the first call has an effect. Callable from any thread.
  package func set(_ value: Value) {
    stored.withLock { stored in if stored == nil { stored = value } }
    event.set()
  }

  /// Waits for the value. Returns nil when the task is cancelled first.
  package func wait() async -> Value? { await event.wait() ? stored.withLock { $0 } : nil }

  /// Waits for the value, at most `limit`. Returns nil when it is not set by then, or when the task is cancelled first.
  package func wait(limit: Duration) async -> Value? { await event.wait(limit: limit) ? stored.withLock { $0 } : nil }
}
