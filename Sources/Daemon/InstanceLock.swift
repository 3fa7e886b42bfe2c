import AudioCore
import Glibc
import ServerSupport
import SystemSupport

/// The lock that prevents a second daemon of the same user: a locked file that contains the process id. The kernel
/// releases the lock however the process ends.
final class InstanceLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock at `path`, and creates and checks its folder. Throws a failure when another daemon
  /// holds the lock, and an error when other users can access the folder.
  init(path: String) throws {
    try LocalSocket.prepareFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw TuneError.cannotCreate(path: path, reason: SystemReason.text(of: errno)) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isTaken = errno == EWOULDBLOCK
      let reason = SystemReason.text(of: errno)
      let owner = Self.process(in: descriptor)
      close(descriptor)
      guard isTaken else { throw TuneError.cannotCreate(path: path, reason: reason) }
      throw DaemonFailure(
        "another radiod is already running\(owner.map { " (pid \($0))" } ?? "")", .alreadyRunning
      )
    }
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  deinit {
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }

  private static func process(in descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Int(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)) : nil
  }
}

/// The user's running daemon, for the other commands.
public enum RunningDaemon {
  /// Makes the daemon that listens at the socket `path` read its settings and stations again. Returns its process id;
  /// nil when no daemon runs or it belongs to another user.
  public static func reload(at path: String) -> Int32? {
    // The kernel reports the owner of the socket. A process id from a file might belong to another program by now.
    guard let process = LocalSocket.listener(at: path), kill(process, SIGHUP) == 0 else { return nil }
    return process
  }
}
