import Glibc

/// A pipe that wakes a thread which waits in `poll`. Both ends are non-blocking and closed on `exec`.
package final class WakePipe: Sendable {
  /// The descriptor to poll for input.
  package let readEnd: Int32
  /// The descriptor for ``signal(_:to:)``. It is valid as long as the object exists.
  package let writeEnd: Int32

  /// Creates a pipe; returns nil when the process has no descriptors left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Makes the read end readable, with `byte` to read. Callable from any thread; never blocks. A full pipe, which is
  /// readable anyway, loses the byte.
  package func wake(_ byte: UInt8 = 0) { Self.signal(byte, to: writeEnd) }

  /// Writes `byte` to the write end of a pipe. Async-signal-safe: for signal handlers, which may not use objects. They
  /// read the descriptor from an atomic variable.
  package static func signal(_ byte: UInt8, to writeEnd: Int32) {
    let savedError = errno
    var byte = byte
    _ = write(writeEnd, &byte, 1)
    errno = savedError
  }

  /// Takes all bytes out of the pipe. Call this before looking at what the waker changed: a later ``wake(_:)`` then makes
  /// the pipe readable again.
  package func drain() {
    var bytes = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }

  /// Receives at most 64 bytes out of the pipe and returns them, in order.
  package func receive() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, read(readEnd, buffer.baseAddress, 64))
    }
  }
}
