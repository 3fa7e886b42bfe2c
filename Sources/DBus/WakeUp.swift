import Synchronization
import SystemSupport

/// Wakes the bus thread. However often it is raised before the thread looks, it costs one byte in a pipe.
package final class WakeUp: Sendable {
  private let pipe: WakePipe
  private let raised = Atomic<Bool>(false)
  private let over = Atomic<Bool>(false)

  /// Creates a pipe; returns nil when the process has no descriptors left.
  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// The descriptor to poll for input.
  var descriptor: Int32 { pipe.readEnd }

  /// Signals that there is something to look at; from any thread.
  package func raise() {
    if !raised.exchange(true, ordering: .sequentiallyConsistent) { ring() }
  }

  /// Signals that the thread must end; from any thread.
  package func end() {
    if !over.exchange(true, ordering: .sequentiallyConsistent) { ring() }
  }

  /// True once the thread must end.
  package var isOver: Bool { over.load(ordering: .sequentiallyConsistent) }

  /// True when there is something to look at.
  package var isRaised: Bool { raised.load(ordering: .sequentiallyConsistent) }

  /// Clears the signal. Call this before looking, so that a later `raise()` wakes the thread again.
  package func lower() { raised.store(false, ordering: .sequentiallyConsistent) }

  /// Empties the pipe. Call this when the descriptor is readable.
  func drain() { pipe.drain() }

  /// Wakes the thread even if it was woken already. Each call writes a byte, so callers must bound the number of calls.
  package func ring() { pipe.wake() }
}
