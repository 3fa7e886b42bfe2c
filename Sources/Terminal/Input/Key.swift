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
  /// A function key: 5 is F5. The number is 1…12.
  case function(Int)
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// Creates the key of a printable character.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .character(scalar) }
}
