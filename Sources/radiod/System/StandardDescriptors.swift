import Glibc

/// The descriptors 0, 1 and 2, which a careless parent process may leave closed (`radiod … >&-`).
enum StandardDescriptors {
  /// Fills the closed ones, so that no pipe or socket of the program gets their number and receives standard output.
  ///
  /// They still behave as closed: reading from or writing to them fails with `EBADF`. Call it before anything else
  /// opens a descriptor, because the system assigns the lowest free number.
  static func fillClosed() {
    for (descriptor, wrongDirection) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", wrongDirection)
    }
  }
}
