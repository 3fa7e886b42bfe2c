import Glibc

/// The next version of a file, written beside it and then renamed to its name in one step.
///
/// The draft has a fixed name and is locked while it is written, so that only one program at a time writes it. The lock
/// ends with the program that holds it. The next program uses the draft that a killed one left behind, so leftovers
/// never pile up.
final class FileDraft {
  /// The timeout for another program that writes its own draft.
  private static let timeout: Duration = .seconds(5)
  /// The interval at which the lock is tried, in µs: `flock` has no timeout.
  private static let pollMicroseconds: useconds_t = 10_000

  private let target: String
  private let folder: String
  private let path: String
  let descriptor: Int32
  private var isInPlace = false

  /// Begins a draft of the file `target`, which is in `folder`. Throws `.cannotCreate`, or `.cannotWrite` when another
  /// program does not finish its draft within the timeout.
  init(for target: String, in folder: String) throws(SystemError) {
    let name = target.split(separator: "/").last.map(String.init) ?? target
    self.target = target
    self.folder = folder
    path = "\(folder)/.\(name).new"
    descriptor = try Self.open(path, for: target)
  }

  deinit {
    if !isInPlace { unlink(path) }  // under the lock: no other program uses it
    close(descriptor)
  }

  /// Writes all of `bytes`, which are on the disk when the method returns. The file gets the owner and the mode of
  /// `model`; without one it gets `newMode`. Throws `.cannotWrite`.
  func write(_ bytes: [UInt8], as model: stat?, newMode: mode_t) throws(SystemError) {
    try empty()
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
      try Self.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, path: target)
    }
    try finish(as: model, newMode: newMode)
  }

  /// Removes what a killed program left in the draft, which is private from now on. Throws `.cannotWrite`.
  func empty() throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else { throw failure() }
  }

  /// Brings the draft to the disk, with the owner and the mode of `model`; without one it gets `newMode`. Throws
  /// `.cannotWrite`.
  func finish(as model: stat?, newMode: mode_t) throws(SystemError) {
    var mode = newMode
    if let model {
      mode = model.st_mode & 0o777
      // The file then has our group, which may be larger: it must not get the permissions of the other owner's group.
      if fchown(descriptor, model.st_uid, model.st_gid) != 0 { mode &= 0o700 }
    }
    guard fchmod(descriptor, mode) == 0 else { throw failure() }
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Writes all of `bytes` to `descriptor`. Throws `.cannotWrite` with `path`.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(SystemError) {
    guard let code = WholeWrite.write(bytes, to: descriptor) else { return }
    throw .cannotWrite(path: path, reason: SystemReason.text(of: code))
  }

  /// Renames the draft to the file's name. Throws `.cannotWrite`.
  func putInPlace() throws(SystemError) {
    guard rename(path, target) == 0 else { throw failure() }
    isInPlace = true
    // The new name must be on the disk too. Some file systems cannot sync folders: that is not a failure.
    let folder = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func failure() -> SystemError { .cannotWrite(path: target, reason: SystemReason.text(of: errno)) }

  /// Returns a locked descriptor of the draft at `path`, which is certainly our own file.
  private static func open(_ path: String, for target: String) throws(SystemError) -> Int32 {
    let deadline = ContinuousClock.now + timeout
    repeat {
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      let reason = errno
      if descriptor >= 0 {
        // On a file system without locks `flock` fails with another error. Then the draft counts as locked, since no
        // other program can be found out there.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
          guard ContinuousClock.now < deadline else {
            close(descriptor)
            throw .cannotWrite(path: target, reason: AtomicFile.busyReason)
          }
          usleep(pollMicroseconds)
        }
        switch check(descriptor, path: path) {
        case .ours: return descriptor
        case .gone: close(descriptor)
        case .foreign:
          close(descriptor)
          guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotCreate(path: path, reason: SystemReason.text(of: errno))
          }
        }
      } else if reason == ELOOP || reason == EACCES, unlink(path) == 0 {
        continue  // it was another user's link or file in a folder that is ours
      } else {
        throw .cannotCreate(path: target, reason: SystemReason.text(of: reason))
      }
    } while ContinuousClock.now < deadline
    throw .cannotCreate(path: target, reason: AtomicFile.busyReason)
  }

  private enum Finding {
    case ours
    /// The draft was renamed to its file, or removed, meanwhile.
    case gone
    /// Another user's file, a pipe, or a file with a second name: writing to it would change data of others.
    case foreign
  }

  private static func check(_ descriptor: Int32, path: String) -> Finding {
    guard let open = stat(of: descriptor), let named = stat(ofEntry: path), open.isSameFile(as: named) else {
      return .gone
    }
    return open.isPlainFile && open.st_uid == geteuid() && open.st_nlink == 1 ? .ours : .foreign
  }
}
