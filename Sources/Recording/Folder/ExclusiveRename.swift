import Glibc
import SystemSupport

/// Renames files without ever replacing one.
enum ExclusiveRename {
  /// A place: the descriptor of a folder, and a name in it.
  typealias Place = (folder: Int32, name: String)

  private static let noReplace: UInt32 = 1
  /// glibc's function, since 2.28; its header hides it from Swift.
  private static let renameat2 = dlsym(nil, "renameat2").map {
    unsafeBitCast(
      $0,
      to: (@convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32).self)
  }

  /// Renames a file in one step. Returns 0 or an error number: `EEXIST` when `target` exists, `ENOSYS` or `EINVAL` where
  /// the system or the file system cannot do it.
  static func inOneStep(_ source: Place, to target: Place) -> Int32 {
    guard let renameat2 else { return ENOSYS }
    return renameat2(source.folder, source.name, target.folder, target.name, noReplace) == 0 ? 0 : errno
  }

  /// Does the same by a second name for the file, of which the first is then removed; where a file has one name only, by
  /// an empty file that takes the new name first.
  static func inSteps(_ source: Place, to target: Place) -> Int32 {
    if linkat(source.folder, source.name, target.folder, target.name, 0) == 0 {
      return unlinkat(source.folder, source.name, 0) == 0 ? 0 : errno
    }
    guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(errno) else { return errno }
    let file = openat(target.folder, target.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    defer { close(file) }
    guard renameat(source.folder, source.name, target.folder, target.name) != 0 else { return 0 }
    let code = errno
    unlinkat(target.folder, target.name, 0)
    return code
  }
}
