import Glibc

/// The terminal's mode while the view uses it: raw keys (Ctrl-C and Ctrl-Z stay signals), the alternate screen, no
/// cursor, no wrapping, bracketed paste, presses, drags and the wheel of the mouse. Used only on the view's thread.
package struct TerminalMode {
  /// True between `enter()` and `leave()`.
  package private(set) var isEntered = false

  private let device: TerminalDevice
  private let traits: TerminalTraits
  private var original: termios?
  private var raw: termios?
  /// True after ``abandon()``: the terminal still has the mode, as far as is known.
  private var isAbandoned = false

  /// Alternate screen with the cursor saved, cursor hidden, no autowrap, bracketed paste, presses of the mouse
  /// (1000) and its movements with a button down (1002) in the format of mode 1006: xterm's control sequences.
  private static let enterText = Array(
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
  /// The reverse sequences. They first end a string, such as that of a picture, and a synchronized update that may have
  /// been cut off.
  private static let leaveText = Array(
    "\u{1B}\\\u{1B}[?2026l\u{1B}[m\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
      .utf8)
  /// The timeout for a terminal that accepts no bytes, in milliseconds.
  private static let timeout: Int32 = 200

  /// Creates a mode that has not been entered.
  package init(device: TerminalDevice, traits: TerminalTraits) {
    self.device = device
    self.traits = traits
  }

  /// Enters the mode. Returns false when the terminal is gone.
  package mutating func enter() -> Bool {
    var current = termios()
    guard tcgetattr(device.output, &current) == 0 else { return false }
    // After a suspension from outside, the shell may leave the terminal raw, as it was then. The mode to restore is
    // still the one found at first.
    if raw.map({ !Self.isSame($0, current) }) ?? true { original = current }
    var wanted = current
    wanted.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    wanted.c_lflag |= tcflag_t(ISIG)
    wanted.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    withUnsafeMutableBytes(of: &wanted.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    raw = wanted
    if let original {
      TerminalGuard.arm(descriptor: device.output, attributes: original, text: leaveText)
    }
    guard tcsetattr(device.output, TCSANOW, &wanted) == 0 else {
      TerminalGuard.disarm()
      return false
    }
    isEntered = true
    // The terminal must not save its state within the mode as that before it.
    if isAbandoned { send(leaveText) }
    isAbandoned = false
    if traits.hasTitle { send(WindowTitle.save) }
    send(traits.hasCursorControl ? Self.enterText : [])
    return true
  }

  /// Restores the terminal to its original mode.
  package mutating func leave() {
    guard isEntered else { return }
    isEntered = false
    if device.isForeground {
      send(leaveText)
      if var original { tcsetattr(device.output, TCSANOW, &original) }
    }
    TerminalGuard.disarm()
  }

  /// Records that another process uses the terminal now; the terminal stays unchanged. ``enter()`` restores it first.
  package mutating func abandon() {
    guard isEntered else { return }
    isEntered = false
    isAbandoned = true
    TerminalGuard.disarm()
  }

  private var leaveText: [UInt8] {
    (traits.hasCursorControl ? Self.leaveText : Array("\r\n".utf8)) + (traits.hasTitle ? WindowTitle.restore : [])
  }

  /// Writes all of `text`. Gives up when the terminal accepts no byte for `timeout`.
  private func send(_ text: [UInt8]) {
    var rest = text[...]
    while !rest.isEmpty {
      guard let count = device.write(rest) else { return }
      rest = rest.dropFirst(count)
      if count == 0 {
        var slot = pollfd(fd: device.output, events: Int16(POLLOUT), revents: 0)
        if poll(&slot, 1, Self.timeout) <= 0 { return }
      }
    }
  }

  /// True when two modes are equal in the flags that `enter()` changes.
  private static func isSame(_ a: termios, _ b: termios) -> Bool {
    a.c_lflag == b.c_lflag && a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag
  }
}
