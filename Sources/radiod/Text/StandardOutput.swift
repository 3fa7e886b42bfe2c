import AudioCore
import Glibc

/// Writes data to standard output, whole.
enum StandardOutput {
  /// Writes all of `bytes`. Throws ``StandardOutputClosed`` when nobody reads any more, `TuneError.cannotWrite` on other faults.
  static func write(_ bytes: [UInt8]) throws {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        position += count
      } else if errno == EPIPE {
        throw StandardOutputClosed()
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        let reason = errno == EBADF ? "it is closed" : SystemReason.text(of: errno)
        throw TuneError.cannotWrite(path: "standard output", reason: reason)
      }
    }
  }

  /// Writes `text` and a line feed.
  static func writeLine(_ text: String) throws { try write(Array(text.utf8) + [UInt8(ascii: "\n")]) }
}

/// Whoever read our output went away: the quiet end of the program.
struct StandardOutputClosed: Error {}
