package import Glibc

extension stat {
  /// The status of the file that `path` leads to; nil when there is none, with the reason in `errno`.
  package init?(of path: String) {
    self.init()
    guard stat(path, &self) == 0 else { return nil }
  }

  /// The status of the entry `path` itself, which may be a symbolic link; nil when there is none, with the reason in
  /// `errno`.
  package init?(ofEntry path: String) {
    self.init()
    guard lstat(path, &self) == 0 else { return nil }
  }

  /// The status of an open file; nil when the system does not give it.
  package init?(of descriptor: Int32) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  /// True for a plain file: not for a folder, a pipe or a device.
  package var isPlainFile: Bool { st_mode & S_IFMT == S_IFREG }

  /// True when `other` is the status of the same file.
  package func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
