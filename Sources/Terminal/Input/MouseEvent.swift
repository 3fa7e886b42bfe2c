/// An action of the mouse over a cell, counted from 0.
package struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  package enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The mouse was moved to another cell while the left button was down; the button was released.
    case drag, release
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
