package import Glibc

/// A file that is open for reading. Every read has a bound, and never waits for long where a pipe is in the file's
/// place.
package struct ReadableFile: ~Copyable {
  /// Why a file cannot be opened or read.
  package enum ReadError: Error, Equatable {
    /// A system call failed with the error number `code`.
    case system(code: Int32)
    /// Nothing came from a pipe within the timeout.
    case silentPipe

    /// The reason as part of a sentence.
    package var reason: String {
      switch self {
      case .system(let code): SystemReason.text(of: code)
      case .silentPipe: "nothing comes from this pipe"
      }
    }
  }

  /// The time without data after which a read from a pipe fails.
  package static let pipeTimeout: Duration = .seconds(5)
  /// The size of a single read, in bytes.
  private static let chunkBytes = 1 << 16

  private let descriptor: Int32

  /// Opens the file at `path`. Does not wait for a pipe's writer.
  package init(_ path: String) throws(ReadError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(code: errno) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The kind, owner, mode and size of the file; nil when the system does not give them.
  package var status: stat? { stat(of: descriptor) }

  /// Returns the bytes up to the end of the file, but at most `limit` + 1: a longer result than `limit` shows that the
  /// file is larger.
  package func read(limit: Int, pipeTimeout: Duration = Self.pipeTimeout) throws(ReadError) -> [UInt8] {
    let maximum = limit + 1
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(Self.chunkBytes, maximum))
    while bytes.count < maximum {
      let count = Glibc.read(descriptor, &chunk, min(chunk.count, maximum - bytes.count))
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&pipe, 1, Int32(clamping: Int64(pipeTimeout / .milliseconds(1)))) != 0 { continue }
        throw .silentPipe
      }
      guard count >= 0 else { throw .system(code: errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Returns the bytes in `range` of a plain file; fewer or none past its end. Throws when not even the first of them
  /// can be read.
  package func read(_ range: Range<Int>) throws(ReadError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let count = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled, range.lowerBound + filled)
        if count < 0, errno == EINTR { continue }
        if count < 0 { code = errno }
        guard count > 0 else { break }
        filled += count
      }
    }
    guard !bytes.isEmpty || code == 0 else { throw .system(code: code) }
    return bytes
  }

  /// Returns the bytes of the file at `path`, at most `limit` + 1.
  package static func bytes(
    of path: String, limit: Int, pipeTimeout: Duration = Self.pipeTimeout
  ) throws(ReadError) -> [UInt8] {
    try ReadableFile(path).read(limit: limit, pipeTimeout: pipeTimeout)
  }

  /// Returns the text of a system file, such as one in /proc, at most 1 MiB of it; empty when it cannot be read.
  package static func systemText(_ path: String) -> String {
    let bytes = try? bytes(of: path, limit: 1 << 20, pipeTimeout: .zero)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
