/// Wakes one task. Signals that come before the task takes one are a single element, so that a slow task has at most one
/// more turn ahead of it. Copies are the same signal.
///
/// The sequence ends after ``finish()``, when the last signal was taken, and when the iterating task is cancelled. Only
/// one task may iterate at a time.
package struct WakeSignal: AsyncSequence, Sendable {
  private let source = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// A signal that was not given yet.
  package init() {}

  /// Wakes the task. Callable from any thread; never waits.
  package func signal() { source.continuation.yield() }

  /// Ends the sequence.
  package func finish() { source.continuation.finish() }

  /// Makes an iterator; it continues where an earlier one stopped.
  package func makeAsyncIterator() -> AsyncStream<Void>.Iterator { source.stream.makeAsyncIterator() }
}
