import AudioCore
import Glibc
import SystemSupport

/// A file descriptor for sound, with complete writes, errors as sentences, and writes that can be interrupted.
final class OutputFile {
  /// The name for messages.
  let path: String
  private let descriptor: Int32
  private let isOwned: Bool
  /// Pipes and terminals can block forever; regular files cannot.
  private let mayBlock: Bool
  private let interruption: OutputInterruption

  /// The number of bytes that a pipe is certain to take when it polls as writable (POSIX: at least 512; Linux: 4096).
  private static let pieceSize = 4096

  /// Creates or empties the file at `path`. A regular file stays locked while it is written: throws `.cannotCreate`
  /// when another recording already has the lock.
  convenience init(creating path: String, interruption: OutputInterruption) throws(TuneError) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: Self.errorText(errno)) }
    // Empty the file only after it is locked, so that a file in use stays intact. Only a regular file can be a
    // recording; others, such as devices, cannot be emptied and need no lock.
    let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    self.init(descriptor: descriptor, path: path, isOwned: true, interruption: interruption)
    if mayBlock { return }
    if isTaken { throw .cannotCreate(path: path, reason: "another program is writing it") }
    guard ftruncate(descriptor, 0) == 0 else { throw .cannotCreate(path: path, reason: Self.errorText(errno)) }
  }

  /// Creates a new file at `path` and locks it; nil when something of that name exists, even a link.
  static func new(at path: String, interruption: OutputInterruption) throws(TuneError) -> OutputFile? {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      if errno == EEXIST { return nil }
      throw .cannotCreate(path: path, reason: Self.errorText(errno))
    }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    return OutputFile(descriptor: descriptor, path: path, isOwned: true, interruption: interruption)
  }

  /// Creates an output to an open descriptor. With `isOwned`, the descriptor is closed in the end.
  init(descriptor: Int32, path: String, isOwned: Bool, interruption: OutputInterruption) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
    self.interruption = interruption
    mayBlock = stat(of: descriptor).map { !$0.isPlainFile } ?? true
  }

  deinit { if isOwned { _ = Glibc.close(descriptor) } }

  /// True when bytes can be written at any position.
  var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

  /// Writes all of `bytes`, or those before an interruption.
  func write(_ bytes: [UInt8]) throws {
    var offset = 0
    while offset < bytes.count {
      if mayBlock && !interruption.waitForSpace(in: descriptor) { return }
      let size = mayBlock ? min(bytes.count - offset, Self.pieceSize) : bytes.count - offset
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), size) }
      if count >= 0 {
        offset += count
      } else if errno != EINTR && errno != EAGAIN {
        throw failure(errno)
      }
    }
  }

  /// Overwrites the file at `position` with `bytes`.
  func overwrite(_ bytes: [UInt8], at position: Int) throws {
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(position)) }
    if count != bytes.count { throw failure(count < 0 ? errno : ENOSPC) }
  }

  private func failure(_ number: Int32) -> any Error {
    number == EPIPE ? OutputClosedError() : TuneError.cannotWrite(path: path, reason: Self.errorText(number))
  }

  private static func errorText(_ number: Int32) -> String {
    number == EBADF ? "it is closed" : SystemReason.text(of: number)
  }
}
