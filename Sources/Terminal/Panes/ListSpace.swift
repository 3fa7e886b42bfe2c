/// The width of a list beside another pane.
package struct ListSpace: Equatable, Sendable {
  /// The kind of the screen.
  package let screen: ListWidths.Screen
  /// The first column of the list.
  package let firstColumn: Int
  /// The number of columns of the list.
  package let columns: Int
  /// The widths with which no pane disappears.
  package let bounds: ClosedRange<Int>

  /// Creates the width that `widths` has for the screen, or `usual`, within `bounds`.
  init(
    screen: ListWidths.Screen, firstColumn: Int, usual: Int, bounds: ClosedRange<Int>, widths: ListWidths
  ) {
    (self.screen, self.firstColumn, self.bounds) = (screen, firstColumn, bounds)
    columns = min(max(widths.columns[screen] ?? usual, bounds.lowerBound), bounds.upperBound)
  }

  /// The column between the list and the pane beside it, with which a mouse changes the width.
  package var border: Int { firstColumn + columns }
}
