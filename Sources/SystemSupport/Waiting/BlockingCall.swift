/// A call that may block for long or for ever, with a timeout.
package enum BlockingCall {
  /// Runs `body` on a separate thread and returns its result. Returns nil when `body` takes longer than `limit`, when
  /// the task is cancelled, or when the system has no thread left.
  ///
  /// After a timeout the thread is left to `body`, whose result is discarded. The caller must bound the number of such
  /// threads. ``BlockingPool`` runs calls that end in any case.
  package static func result<Value: Sendable>(
    within limit: Duration, of body: @escaping @Sendable () -> Value
  ) async -> Value? {
    let slot = OneShotValue<Value>()
    guard PlainThread.start(body: { slot.set(body()) }) else { return nil }
    return await slot.wait(limit: limit)
  }
}
