public import AudioCore
import Glibc
import SystemSupport

/// One open file, read by one caller at a time.
///
/// Unchecked: `LocalBytes.Iterator` waits for each read before it requests the next one; `interrupt()` only writes to a
/// pipe that exists for the whole life of the reader.
public final class LocalReader: @unchecked Sendable {
  private let path: String?
  private var descriptor: Int32 = -1
  /// The file offset of the first byte that is read; standard input may have been read before.
  private var start = 0
  /// Becomes readable with `interrupt()`; nil when the system has no descriptors left.
  private let wakePipe = WakePipe()

  /// A reader of the file at `path`, or of standard input when that is nil.
  public init(path: String?) { self.path = path }

  deinit { if path != nil, descriptor >= 0 { close(descriptor) } }

  /// Ends the wait of a `read()` on another thread, and of all later ones. Without it, a read of standard input might
  /// wait forever.
  public func interrupt() { wakePipe?.wake() }

  /// Returns the next bytes, at most ``LocalBytes/chunkBytes``; empty at the end and after `interrupt()`.
  public func read() throws(TuneError) -> [UInt8] {
    try openFile()
    guard waitForBytes() else { return [] }
    var chunk = [UInt8](repeating: 0, count: LocalBytes.chunkBytes)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure }
      chunk.removeLast(chunk.count - count)
      return chunk
    }
  }

  /// True for a file that can be read from any position.
  func isSeekable() throws(TuneError) -> Bool {
    try openFile()
    return stat(of: descriptor)?.isPlainFile ?? false
  }

  /// Moves to the position `position` bytes behind the first byte that was read.
  func seek(to position: Int) throws(TuneError) {
    try openFile()
    guard lseek(descriptor, start + position, SEEK_SET) >= 0 else { throw failure }
  }

  private func openFile() throws(TuneError) {
    guard descriptor < 0 else { return }
    // Without O_NONBLOCK, a pipe without a writer would block the thread in open(), where interrupt() has no effect.
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw failure }
    if path != nil { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    start = max(0, lseek(descriptor, 0, SEEK_CUR))
  }

  /// The error for the last failed system call, from `errno`.
  private var failure: TuneError {
    .cannotRead(path: path ?? "standard input", reason: SystemReason.text(of: errno))
  }

  /// Waits until bytes or the end of the file are there to read; returns false when interrupted.
  private func waitForBytes() -> Bool {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
    return descriptors[1].revents == 0
  }
}
