import Glibc

/// The descriptors 0, 1 and 2, which a careless parent may leave closed (`radiod … >&-`).
enum StandardDescriptors {
  /// Fills those that are closed, so that no pipe or socket of ours gets their number and is written to for standard output.
  ///
  /// They stay as good as closed: what is read from or written to them fails with `EBADF`. To be called before anything else
  /// opens a descriptor: the system gives out the lowest free number.
  static func fillClosed() {
    for (descriptor, wrongDirection) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", wrongDirection)
    }
  }
}
