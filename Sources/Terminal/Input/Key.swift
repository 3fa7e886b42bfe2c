/// A key that was pressed. Keys with a modifier have no value of their own, except Shift-Tab and control characters.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Unicode.Scalar)
  /// A control character without a case of its own, as its byte: Ctrl-L is 0x0C.
  case control(UInt8)
  /// Cursor up, down, left and right.
  case up, down, left, right
  /// A page up, a page down, the first position, the last position.
  case pageUp, pageDown, home, end
  /// Return, or Enter of the keypad.
  case enter
  /// The tabulator key, and the same with Shift.
  case tab, backTab
  /// Delete the character before the cursor, or the one after it.
  case backspace, delete
  /// The escape key itself.
  case escape
}

/// An action of the mouse over a cell, counted from 0.
package struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  package enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
  }

  /// What the mouse did.
  package var kind: Kind
  /// The row of the cell.
  package var row: Int
  /// The column of the cell.
  package var column: Int

  /// Creates an action over a cell.
  package init(_ kind: Kind, row: Int, column: Int) {
    self.kind = kind
    self.row = row
    self.column = column
  }
}

/// What a listener did at the terminal.
package enum TerminalInput: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: one clean line of at most `KeyParser.longestPaste` bytes, which may be empty.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
}

/// Recognizes a double click: two presses on one cell within 400 ms.
package struct ClickTimer: Sendable {
  private var last: (event: MouseEvent, time: Int64)?

  /// The longest time between the two presses, in nanoseconds.
  private static let longest: Int64 = 400_000_000

  /// Creates a timer that has seen no press.
  package init() {}

  /// Takes a press at `now`, in nanoseconds of the monotonic clock. Returns true when it is the second of a double
  /// click.
  package mutating func press(_ event: MouseEvent, now: Int64) -> Bool {
    if let last, last.event == event, now - last.time <= Self.longest {
      self.last = nil
      return true
    }
    last = (event, now)
    return false
  }
}
