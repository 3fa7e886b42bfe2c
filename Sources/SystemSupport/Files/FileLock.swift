import Glibc

/// A lock between processes: a file that is locked while this object lives. The kernel releases the lock however the
/// process ends.
package final class FileLock: Sendable {
  /// Why a lock was not taken.
  package enum LockError: Error, Sendable, Equatable {
    /// Another process has it: the one with this id, if the file names it.
    case taken(owner: Int?)
    /// The file cannot be created or locked.
    case system(SystemError)
  }

  private let descriptor: Int32
  private let namesOwner: Bool

  /// How often and at what interval a lock without an owner is tried again, in microseconds: a process that only writes
  /// a few bytes has it.
  private static let (attempts, pause): (Int, useconds_t) = (25, 10_000)

  /// Takes the lock at `path`, whose folder must exist. With `namesOwner` the file has the id of this process while the
  /// lock lasts. With `namesOwner` or `waits`, a lock of a process without a name is waited for, at most a quarter of a
  /// second.
  package init(path: String, namesOwner: Bool, waits: Bool = false) throws(LockError) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard opened >= 0 else {
      throw .system(.cannotCreate(path: path, reason: SystemReason.text(of: errno)))
    }
    var rest = Self.attempts
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      let owner = Self.process(in: opened)
      if code == EWOULDBLOCK, namesOwner || waits, owner == nil, rest > 0 {
        rest -= 1
        usleep(Self.pause)
        continue
      }
      close(opened)
      throw code == EWOULDBLOCK
        ? .taken(owner: owner) : .system(.cannotCreate(path: path, reason: SystemReason.text(of: code)))
    }
    // A process that was killed left its id here: it must not name the owner of this lock.
    if ftruncate(opened, 0) == 0, namesOwner {
      let text = Array("\(getpid())\n".utf8)
      _ = pwrite(opened, text, text.count, 0)
    }
    self.namesOwner = namesOwner
    // Last: once all properties are set, `deinit` runs after an error, too, and would close the descriptor again.
    descriptor = opened
  }

  deinit {
    if namesOwner { _ = ftruncate(descriptor, 0) }
    close(descriptor)
  }

  private static func process(in descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Int(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)) : nil
  }
}
