import Glibc

/// The terminal device that pictures are written to and keys are read from. It opens the terminal a second time, so
/// that its own writes can be non-blocking while those of the shell and of other programs stay blocking.
package final class TerminalDevice: Sendable {
  /// The descriptor for writing, non-blocking when `isNonBlocking`.
  package let output: Int32
  /// The descriptor for reading; −1 when there is no terminal to read keys from.
  package let input: Int32
  /// False when the terminal could not be opened a second time: then a write may block.
  package let isNonBlocking: Bool
  private let ownsInput: Bool

  /// Creates the device of the terminal behind `output`. Keys come from `input`, or from the controlling terminal when
  /// `input` is not a terminal (for example a pipe with the sound). Nil when `output` is not a terminal.
  package init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    guard isatty(output) == 1 else { return nil }
    let opened = Self.reopen(output)
    self.output = opened >= 0 ? opened : output
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
    if isNonBlocking { close(output) }  // the one opened above
    if ownsInput, input >= 0 { close(input) }
  }

  /// Opens the device of `descriptor` a second time; −1 when that fails or gives another device.
  private static func reopen(_ descriptor: Int32) -> Int32 {
    var wanted = stat()
    guard fstat(descriptor, &wanted) == 0 else { return -1 }
    // In a container the device's own name may be missing, but the kernel's link still opens it.
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

  /// The width and height in cells, at most 1000 each; nil when the terminal does not report them.
  package var size: (columns: Int, rows: Int)? {
    window.map { (min(Int($0.ws_col), 1000), min(Int($0.ws_row), 1000)) }
  }

  /// The size of a cell in pixels; nil when the terminal does not report it.
  package var cellPixels: CellPixels? {
    window.flatMap { CellPixels(width: Int($0.ws_xpixel / $0.ws_col), height: Int($0.ws_ypixel / $0.ws_row)) }
  }

  private var window: winsize? {
    var size = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0 ? size : nil
  }

  /// True when this process may use the terminal: its process group is in the foreground, or the terminal is not its
  /// controlling terminal, so that job control does not apply.
  package var isForeground: Bool {
    let group = tcgetpgrp(output)
    return group == -1 ? errno == ENOTTY : group == getpgrp()
  }

  /// Writes as much of `bytes` as the terminal accepts now. Returns the count, or nil when the terminal is gone.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      case EIO where !isForeground: return 0  // moved to the background at this moment
      default: return nil
      }
    }
  }

  /// Reads typed bytes into `buffer`. Returns the count, or nil when the terminal is gone. Called when there is input;
  /// in raw mode it never blocks.
  package func read(into buffer: inout [UInt8]) -> Int? {
    let count = buffer.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EINTR || errno == EAGAIN || errno == EIO && !isForeground ? 0 : nil
  }
}
