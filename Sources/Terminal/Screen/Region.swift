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

  /// The column behind the last one.
  var end: Int { column + columns }

  /// No cells.
  static let empty = Region(row: 0, column: 0, rows: 0, columns: 0)

  /// The region without its first row.
  var withoutHeading: Region { Region(row: row + 1, column: column, rows: max(rows - 1, 0), columns: columns) }

  /// True when a row of the screen has cells inside.
  func rows(contain row: Int) -> Bool { self.row..<self.row + max(rows, 0) ~= row }

  /// True when a cell lies inside.
  func contains(row: Int, column: Int) -> Bool {
    rows(contain: row) && self.column..<self.column + max(columns, 0) ~= column
  }
}
