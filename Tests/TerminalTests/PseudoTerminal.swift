import Glibc
import TestSupport

/// A pair of connected terminal ends: one for a terminal emulator and one for a program.
final class PseudoTerminal {
  /// The emulator's end; −1 after `hangUp()`.
  private(set) var master: Int32
  /// The program's end.
  let slave: Int32

  /// TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which Swift does not import: they unlock the
  /// terminal and give its number.
  private static let unlockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430

  init?(columns: Int, rows: Int) {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, Self.unlockRequest, &locked) == 0, ioctl(master, Self.numberRequest, &number) == 0
    else { return nil }
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { return nil }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    resize(columns: columns, rows: rows)
  }

  deinit {
    hangUp()
    close(slave)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// The bytes that come first within `milliseconds`; empty when none come.
  func receive(milliseconds: Int32) -> [UInt8] {
    var slot = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&slot, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// All bytes that the program's end has written: up to a byte that no view writes, since the kernel passes on later
  /// what was written. They are handed to `take` as they come; false when that byte does not come in time.
  func receiveRest(_ take: ([UInt8]) -> Void) -> Bool {
    var mark: UInt8 = 0
    guard master >= 0, write(slave, &mark, 1) == 1 else { return false }
    return ProcessRunner.eventually {
      let new = receive(milliseconds: 50)
      let isLast = new.last == mark
      take(isLast ? Array(new.dropLast()) : new)
      return isLast
    }
  }

  /// The mode of the program's end: the parts that a view changes.
  var mode: [UInt32] {
    var attributes = termios()
    tcgetattr(slave, &attributes)
    return [attributes.c_lflag, attributes.c_iflag, attributes.c_oflag]
  }
}
