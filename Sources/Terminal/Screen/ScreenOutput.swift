import Glibc

/// Writes pictures to the terminal. While a part of a picture waits for the terminal, the view makes no other picture.
/// Used only on the view's thread.
package struct ScreenOutput {
  private let device: TerminalDevice
  private var pending: [UInt8] = []
  private var sent = 0

  /// Creates the output to a terminal.
  package init(device: TerminalDevice) { self.device = device }

  /// True while a part of the last picture waits to be written.
  package var isBusy: Bool { sent < pending.count }

  /// True when a picture can be written now without blocking.
  package var isReady: Bool {
    if isBusy { return false }
    if device.isNonBlocking { return true }
    var slot = pollfd(fd: device.output, events: Int16(POLLOUT), revents: 0)
    return poll(&slot, 1, 0) == 1 && slot.revents & Int16(POLLOUT) != 0
  }

  /// Writes a picture in one call and stores the part that the terminal did not accept. Returns false when the terminal
  /// is gone.
  package mutating func write(_ picture: [UInt8]) -> Bool {
    guard let count = device.write(picture[...]) else { return false }
    if count < picture.count {
      pending.removeAll(keepingCapacity: true)
      pending += picture[count...]
      sent = 0
    }
    return true
  }

  /// Continues with the part that waits. Returns false when the terminal is gone.
  package mutating func resume() -> Bool {
    guard isBusy else { return true }
    guard let count = device.write(pending[sent...]) else { return false }
    sent += count
    return true
  }

  /// Drops the part that waits: the terminal was released or will be redrawn.
  package mutating func discard() { sent = pending.count }
}
