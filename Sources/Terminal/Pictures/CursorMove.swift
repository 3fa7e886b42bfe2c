/// Moves the cursor (ECMA-48, 8.3.21).
enum CursorMove {
  /// Returns the sequence that moves the cursor to a row of a region, at its first column.
  static func bytes(to region: Region, row: Int = 0) -> [UInt8] {
    Array("\u{1B}[\(region.row + row + 1);\(region.column + 1)H".utf8)
  }
}
