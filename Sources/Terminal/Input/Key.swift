/// A key that was pressed.
package enum Key: Equatable, Sendable {
  /// A printable ASCII character or a control character, as its byte.
  case character(UInt8)
  /// Cursor up.
  case up
  /// Cursor down.
  case down
  /// Cursor right.
  case right
  /// Cursor left.
  case left
  /// The escape key itself.
  case escape
}
