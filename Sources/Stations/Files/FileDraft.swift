import AudioCore
import Glibc

/// The next version of a file, written beside it and then put in its place in one step.
///
/// The draft has a fixed name and is locked while it is written: of several programs one at a time comes so far. The lock goes
/// with the program that holds it, and what a killed one leaves behind is the next one's draft, so that leftovers never pile up.
final class FileDraft {
  /// How long another program may take over its own draft.
  private static let timeout: Duration = .seconds(5)
  /// `flock` has no time limit of its own: how often it is tried.
  private static let pollMicroseconds: useconds_t = 10_000

  private let target: String
  private let folder: String
  private let path: String
  private let descriptor: Int32
  private var isInPlace = false

  /// Begins a draft of the file `target`, which is in `folder`. Throws `.cannotCreate`, or `.cannotWrite` when another program
  /// does not come to an end with its own.
  init(for target: String, in folder: String) throws(TuneError) {
    let name = target.split(separator: "/").last.map(String.init) ?? target
    self.target = target
    self.folder = folder
    path = "\(folder)/.\(name).new"
    descriptor = try Self.open(path, for: target)
  }

  deinit {
    if !isInPlace { unlink(path) }  // under the lock: it is nobody else's
    close(descriptor)
  }

  /// Writes all of `bytes` and has them on the disk when it returns. The file gets the owner and the mode of `model`; without
  /// one it is private. Throws `.cannotWrite`.
  func write(_ bytes: [UInt8], as model: stat?) throws(TuneError) {
    var mode: mode_t = 0o600
    if let model {
      mode = model.st_mode & 0o777
      // What another owner's group may do, ours must not: it may be a larger one.
      if fchown(descriptor, model.st_uid, model.st_gid) != 0 { mode &= 0o700 }
    }
    guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, mode) == 0 else { throw failure() }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Gives the draft the file's name. Throws `.cannotWrite`.
  func putInPlace() throws(TuneError) {
    guard rename(path, target) == 0 else { throw failure() }
    isInPlace = true
    // The new name shall last too. Some file systems cannot sync folders: that is no failure.
    let folder = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func failure() -> TuneError { .cannotWrite(path: target, reason: SystemReason.text(of: errno)) }

  /// A descriptor of the draft at `path`, locked, and of nobody else's making.
  private static func open(_ path: String, for target: String) throws(TuneError) -> Int32 {
    let deadline = ContinuousClock.now + timeout
    repeat {
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      let reason = errno
      if descriptor >= 0 {
        // A file system without locks has no other program's either, as far as one can tell.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
          guard ContinuousClock.now < deadline else {
            close(descriptor)
            throw .cannotWrite(path: target, reason: "another program is writing it")
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
        continue  // it was somebody's link or file in a folder that is ours
      } else {
        throw .cannotCreate(path: target, reason: SystemReason.text(of: reason))
      }
    } while ContinuousClock.now < deadline
    throw .cannotCreate(path: target, reason: "another program is in the way")
  }

  private enum Finding {
    case ours
    /// It has been put in place meanwhile, or removed.
    case gone
    /// Another user's file, a pipe, or one that has a second name: what is written there would be somebody else's too.
    case foreign
  }

  private static func check(_ descriptor: Int32, path: String) -> Finding {
    var open = stat()
    var named = stat()
    guard fstat(descriptor, &open) == 0, lstat(path, &named) == 0, open.st_ino == named.st_ino,
      open.st_dev == named.st_dev
    else { return .gone }
    return open.st_mode & S_IFMT == S_IFREG && open.st_uid == geteuid() && open.st_nlink == 1 ? .ours : .foreign
  }
}
