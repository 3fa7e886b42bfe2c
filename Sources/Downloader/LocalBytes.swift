import AudioCore
import Glibc
import SystemSupport

/// The bytes of a file or of standard input, in chunks. The reads do not block the cooperative threads.
public struct LocalBytes: AsyncSequence, Sendable {
  /// A chunk of at most ``chunkBytes`` bytes, never empty.
  public typealias Element = [UInt8]

  /// Largest chunk, in bytes.
  public static let chunkBytes = 64 * 1024

  private let path: String?

  /// Standard input, up to its end.
  public static let standardInput = LocalBytes(standardInput: ())

  /// The file at `path`. Reading throws ``TuneError/cannotRead(path:reason:)``.
  public init(path: String) {
    self.path = path
  }

  private init(standardInput: Void) { path = nil }

  /// Returns an iterator that reads from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: LocalReader(path: path)) }

  /// Reads chunk after chunk.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: LocalReader
    /// A separate thread for this reader: a pipe may never deliver bytes, and must not delay other readers.
    private let calls = BlockingPool(threads: 1)

    init(reader: LocalReader) { self.reader = reader }

    /// Returns the next chunk, or nil at the end. Throws ``TuneError/cannotRead(path:reason:)`` or `CancellationError`.
    public mutating func next() async throws -> [UInt8]? {
      let chunk = try await run { try $0.read() }
      return chunk.isEmpty ? nil : chunk
    }

    /// True for a file that can be read from any position; false for a pipe or a device. Throws
    /// ``TuneError/cannotRead(path:reason:)``.
    public mutating func isSeekable() async throws -> Bool { try await run { try $0.isSeekable() } }

    /// Moves the next chunk to `position` bytes behind the start of the first chunk; behind the end of the file there
    /// is no further chunk. Throws ``TuneError/cannotRead(path:reason:)``, also where ``isSeekable()`` is false.
    public mutating func seek(to position: Int) async throws { try await run { try $0.seek(to: position) } }

    private func run<Result: Sendable>(
      _ body: @escaping @Sendable (LocalReader) throws -> Result
    ) async throws -> Result {
      let reader = reader
      let result = try await withTaskCancellationHandler {
        try await calls.run { try body(reader) }
      } onCancel: {
        reader.interrupt()
      }
      try Task.checkCancellation()
      return result
    }
  }
}

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
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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
