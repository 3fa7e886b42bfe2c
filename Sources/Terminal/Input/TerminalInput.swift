/// What a listener did at the terminal.
package enum TerminalInput: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: one clean line of at most `KeyParser.maximumPasteLength` bytes, which may be empty.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
}
