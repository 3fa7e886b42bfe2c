import AudioCore
import Glibc

/// Sees that nobody reads standard output any more, also while there is nothing to write.
enum OutputWatch {
  /// Ends the program quietly, with 0, when the other end of the pipe is closed.
  static func exitWithoutReader() {
    _ = PlainThread.start {
      // Errors and hang-ups are told without being asked for.
      var slot = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&slot, 1, -1) < 0, errno == EINTR {}
      if slot.revents & Int16(POLLERR | POLLHUP) != 0 { exit(EXIT_SUCCESS) }
    }
  }
}
