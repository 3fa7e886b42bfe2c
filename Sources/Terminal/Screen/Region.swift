/// A rectangle of cells.
package struct Region: Equatable, Sendable {
  /// First row.
  package var row: Int
  /// First column.
  package var column: Int
  /// Height in cells.
  package var rows: Int
  /// Width in cells.
  package var columns: Int

  /// A rectangle by its first row and column and its size.
  package init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = rows
    self.columns = columns
  }
}
