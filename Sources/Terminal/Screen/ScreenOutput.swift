import Glibc

/// Writes pictures to the terminal, never more than one ahead: while the rest of a picture waits for the terminal, no
/// other is made. Used on the view's thread only.
package struct ScreenOutput {
  private let device: TerminalDevice
  private var pending: [UInt8] = []
  private var sent = 0

  /// Output to a terminal.
  package init(device: TerminalDevice) { self.device = device }

  /// True while part of the last picture waits to be taken.
  package var isBusy: Bool { sent < pending.count }

  /// True when a picture may be written now without the write being able to block.
  package var isReady: Bool {
    if isBusy { return false }
    if device.isNonBlocking { return true }
    var slot = pollfd(fd: device.output, events: Int16(POLLOUT), revents: 0)
    return poll(&slot, 1, 0) == 1 && slot.revents & Int16(POLLOUT) != 0
  }

  /// Hands a picture to the terminal in one write, and keeps what was not taken. False when the terminal is gone.
  package mutating func write(_ picture: [UInt8]) -> Bool {
    guard let count = device.write(picture[...]) else { return false }
    if count < picture.count {
      pending.removeAll(keepingCapacity: true)
      pending += picture[count...]
      sent = 0
    }
    return true
  }

  /// Goes on with what waits. False when the terminal is gone.
  package mutating func resume() -> Bool {
    guard isBusy else { return true }
    guard let count = device.write(pending[sent...]) else { return false }
    sent += count
    return true
  }

  /// Drops what waits: the terminal was given up, or will be drawn anew.
  package mutating func discard() { sent = pending.count }
}
