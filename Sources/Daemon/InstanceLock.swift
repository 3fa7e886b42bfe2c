import ServerSupport
import SystemSupport

/// A lock that prevents a second daemon in a folder: a locked file that contains the process id. The kernel releases the
/// lock however the process ends.
final class InstanceLock: Sendable {
  private let lock: FileLock

  /// Takes the lock at `path`, the one of the daemon's sockets, and creates and checks its folder. Throws a failure when
  /// another daemon holds the lock, and an error when other users can access the folder.
  convenience init(path: String) throws {
    try LocalSocket.prepareFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    try self.init(at: path) { owner in "another radiod is already running\(owner)" }
  }

  /// Takes the lock in the state folder of `folders`, so that no daemon with other sockets keeps its state there, too.
  /// Throws a failure when another daemon holds the lock.
  ///
  /// Returns nil for a folder in which nothing can be locked, such as one that cannot be written: `fault` gets one
  /// sentence then. Also returns nil when the lock of the sockets is in the same folder.
  static func ofState(_ folders: Folders, fault: (String) -> Void) throws -> InstanceLock? {
    guard folders.stateLock != folders.lock, !FileIdentity.isSame(folders.stateLock, folders.lock) else { return nil }
    do {
      try AtomicFile.makeFolder(folders.state)
      return try InstanceLock(at: folders.stateLock) { owner in
        "another radiod\(owner) keeps its state in \(folders.state) already; "
          + "for a second one set XDG_STATE_HOME to another folder"
      }
    } catch let error as SystemError {
      fault("\(error); another radiod with the same state would not be noticed")
      return nil
    }
  }

  /// Takes the lock at `path`. `taken` makes the text of the failure when another daemon holds it, from ` (pid 17)` or
  /// an empty text.
  private init(at path: String, taken: (_ owner: String) -> String) throws {
    do throws(FileLock.LockError) {
      lock = try FileLock(path: path, namesOwner: true)
    } catch {
      switch error {
      case .taken(let owner): throw DaemonStartError(taken(owner.map { " (pid \($0))" } ?? ""), .alreadyRunning)
      case .system(let error): throw error
      }
    }
  }
}
