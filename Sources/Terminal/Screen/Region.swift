/// A rectangle of cells.
package struct Region: Equatable, Sendable {
  /// The first row.
  package var row: Int
  /// The first column.
  package var column: Int
  /// The height in cells.
  package var rows: Int
  /// The width in cells.
  package var columns: Int

  /// Creates a rectangle from its first row and column and its size.
  package init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = rows
    self.columns = columns
  }
}
