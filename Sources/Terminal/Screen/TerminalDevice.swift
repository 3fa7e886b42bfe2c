import Glibc

/// The terminal as a device: where the picture is written and the keys are read. It opens the terminal anew, so that
/// its writes can be non-blocking without making the shell's and other programs' writes so.
package final class TerminalDevice: Sendable {
  /// Open for writing, non-blocking when `isNonBlocking`.
  package let output: Int32
  /// Open for reading; −1 when there is no terminal to read keys from.
  package let input: Int32
  /// False when the terminal could not be opened anew: then a write may block.
  package let isNonBlocking: Bool
  private let ownsOutput: Bool
  private let ownsInput: Bool

  /// The terminal that `output` is connected to, with keys from `input`, or from the controlling terminal when `input` is
  /// none (a pipe that brings the sound, say). Nil when `output` is no terminal.
  package init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    guard isatty(output) == 1 else { return nil }
    let opened = Self.reopen(output)
    self.output = opened >= 0 ? opened : output
    ownsOutput = opened >= 0
    isNonBlocking = opened >= 0
    if isatty(input) == 1 {
      self.input = input
      ownsInput = false
    } else {
      self.input = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
      ownsInput = true
    }
  }

  deinit {
    if ownsOutput { close(output) }
    if ownsInput, input >= 0 { close(input) }
  }

  /// Opens the device of `descriptor` once more; −1 when that is not possible or gives another device.
  private static func reopen(_ descriptor: Int32) -> Int32 {
    var wanted = stat()
    guard fstat(descriptor, &wanted) == 0 else { return -1 }
    // The device's own name may be missing in a container; the kernel's link opens it all the same.
    var names = ["/proc/self/fd/\(descriptor)"]
    var name = [CChar](repeating: 0, count: 256)
    if ttyname_r(descriptor, &name, name.count - 1) == 0 {
      names.insert(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), at: 0)
    }
    for name in names {
      let opened = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard opened >= 0 else { continue }
      var found = stat()
      if fstat(opened, &found) == 0, found.st_rdev == wanted.st_rdev { return opened }
      close(opened)
    }
    return -1
  }

  /// Width and height in cells; nil when the terminal does not tell.
  package var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (min(Int(size.ws_col), 1000), min(Int(size.ws_row), 1000))
  }

  /// True when this process may use the terminal: its group is the one in the foreground, or the terminal is not the
  /// one that controls it, so that job control has no say.
  package var isForeground: Bool {
    let group = tcgetpgrp(output)
    return group == -1 ? errno == ENOTTY : group == getpgrp()
  }

  /// Writes as much of `bytes` as the terminal takes now; the count, or nil when the terminal is gone.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      case EIO where !isForeground: return 0  // moved to the background in this moment
      default: return nil
      }
    }
  }

  /// Reads what was typed into `buffer`; the count, or nil when the terminal is gone. Called when there is something to
  /// read; in raw mode it never blocks.
  package func read(into buffer: inout [UInt8]) -> Int? {
    let count = buffer.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EINTR || errno == EAGAIN || errno == EIO && !isForeground ? 0 : nil
  }
}
