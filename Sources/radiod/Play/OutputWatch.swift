import Glibc
import SystemSupport

/// Detects that standard output has no reader any more, even while there is nothing to write.
enum OutputWatch {
  /// Ends the program silently with exit code 0 when the other end of the pipe is closed.
  static func exitWithoutReader() {
    _ = PlainThread.start {
      // `poll` reports errors and hang-ups even without requested events.
      var slot = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&slot, 1, -1) < 0, errno == EINTR {}
      if slot.revents & Int16(POLLERR | POLLHUP) != 0 { exit(EXIT_SUCCESS) }
    }
  }
}
