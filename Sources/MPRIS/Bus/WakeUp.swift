import Glibc
import Synchronization

/// Wakes a thread that polls. However often it is raised before the thread looks, it costs one byte in a pipe.
final class WakeUp: Sendable {
  /// The descriptor to poll for input.
  let descriptor: Int32
  private let writeEnd: Int32
  private let raised = Atomic<Bool>(false)
  private let over = Atomic<Bool>(false)

  /// Creates a pipe; returns nil when the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Signals that there is something to look at; from any thread.
  func raise() {
    if !raised.exchange(true, ordering: .sequentiallyConsistent) { ring() }
  }

  /// Signals that the thread must end; from any thread.
  func end() {
    if !over.exchange(true, ordering: .sequentiallyConsistent) { ring() }
  }

  /// True once the thread must end.
  var isOver: Bool { over.load(ordering: .sequentiallyConsistent) }

  /// True when there is something to look at.
  var isRaised: Bool { raised.load(ordering: .sequentiallyConsistent) }

  /// Clears the signal. Call this before looking, so that a later `raise()` wakes the thread again.
  func lower() { raised.store(false, ordering: .sequentiallyConsistent) }

  /// Empties the pipe. Call this when the descriptor is readable.
  func drain() {
    var bytes = (UInt64(0), UInt64(0))
    while read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }

  /// Wakes the thread even if it was woken already. Each call writes a byte, so callers must bound the number of calls.
  func ring() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }
}
