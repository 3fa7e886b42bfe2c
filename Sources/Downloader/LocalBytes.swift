import AudioCore
import Glibc
import NIOPosix

/// The bytes of a file or of standard input, in chunks, read off the cooperative threads.
public struct LocalBytes: AsyncSequence, Sendable {
  /// A chunk of at most ``chunkBytes`` bytes, never empty.
  public typealias Element = [UInt8]

  /// Largest chunk, in bytes.
  public static let chunkBytes = 64 * 1024

  private let path: String?

  /// Standard input, to its end.
  public static let standardInput = LocalBytes(standardInput: ())

  /// The file at `path`. Reading throws ``TuneError/cannotRead(path:reason:)``.
  public init(path: String) {
    self.path = path
  }

  private init(standardInput: Void) { path = nil }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: LocalReader(path: path)) }

  /// Reads chunk after chunk.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: LocalReader

    /// The next chunk, or nil at the end.
    public mutating func next() async throws -> [UInt8]? {
      let reader = reader
      let chunk = try await withTaskCancellationHandler {
        try await NIOThreadPool.singleton.runIfActive { try reader.read() }
      } onCancel: {
        reader.interrupt()
      }
      try Task.checkCancellation()
      return chunk.isEmpty ? nil : chunk
    }
  }
}

/// One open file, read by one caller at a time.
///
/// Unchecked: `LocalBytes.Iterator` waits for each read before it asks for the next; `interrupt()` only writes to a pipe that
/// is there from the beginning to the end.
public final class LocalReader: @unchecked Sendable {
  private let path: String?
  private var descriptor: Int32 = -1
  /// Becomes readable with `interrupt()`; −1 and −1 when the system has no descriptors left.
  private var wakeEnds: [Int32] = [-1, -1]

  /// A reader of the file at `path`, or of standard input when that is nil.
  public init(path: String?) {
    self.path = path
    if pipe(&wakeEnds) == 0 {
      for end in wakeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
  }

  deinit {
    for end in wakeEnds where end >= 0 { close(end) }
    if path != nil, descriptor >= 0 { close(descriptor) }
  }

  /// Ends the waiting of a `read()` on another thread, and of all later ones: nobody may ever write to standard input.
  public func interrupt() {
    var byte: UInt8 = 0
    if wakeEnds[1] >= 0 { _ = write(wakeEnds[1], &byte, 1) }
  }

  /// The next bytes, at most ``LocalBytes/chunkBytes``; empty at the end and after `interrupt()`.
  public func read() throws(TuneError) -> [UInt8] {
    let name = path ?? "standard input"
    if descriptor < 0 {
      descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
      guard descriptor >= 0 else { throw .cannotRead(path: name, reason: String(cString: strerror(errno))) }
    }
    guard waitForBytes() else { return [] }
    var chunk = [UInt8](repeating: 0, count: LocalBytes.chunkBytes)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path: name, reason: String(cString: strerror(errno))) }
      chunk.removeLast(chunk.count - count)
      return chunk
    }
  }

  /// Waits until there is something to read, or the end of it; false when interrupted.
  private func waitForBytes() -> Bool {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeEnds[0], events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
    return descriptors[1].revents == 0
  }
}
