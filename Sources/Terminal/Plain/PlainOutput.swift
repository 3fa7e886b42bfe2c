import Glibc

/// Writes lines to a descriptor without blocking: what the reader does not take waits.
struct PlainOutput {
  private let descriptor: Int32
  private var pending: [UInt8] = []

  /// The bytes that a pipe takes at once when `poll` says that it takes some (POSIX, `PIPE_BUF`).
  private static let maximumBytes = 4096

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// True while bytes wait for the reader.
  var isWaiting: Bool { !pending.isEmpty }

  /// Adds a line.
  mutating func add(_ line: String) {
    pending += line.utf8
    pending.append(0x0A)
  }

  /// Writes what the reader takes now. Returns false when there is no reader any more.
  mutating func write() -> Bool {
    while !pending.isEmpty {
      var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&slot, 1, 0) == 1, slot.revents & Int16(POLLOUT) != 0 else {
        return slot.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
      }
      let part = min(pending.count, Self.maximumBytes)
      let count = pending.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, part) }
      if count > 0 {
        pending.removeFirst(count)
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
