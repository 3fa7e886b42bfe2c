/// A picture being made: a grid of cells. Whatever is written stays inside; wide glyphs are never left halved.
package struct Canvas: Sendable {
  /// Width in cells, 0 or more.
  package private(set) var columns: Int
  /// Height in cells, 0 or more.
  package private(set) var rows: Int
  /// The cells, row after row.
  package private(set) var cells: [Cell]
  /// What text may be made of.
  package let glyphs: GlyphSet
  /// UTF-8 of each cluster, by its glyph number less `Cell.firstCluster`.
  package private(set) var clusters: [[UInt8]] = []
  private var clusterNumbers: [[UInt8]: UInt32] = [:]

  /// Once so many clusters are known the owner should call `forgetClusters()` at a good moment, so that a stream of
  /// titles does not fill the memory.
  package static let clustersToKeep = 1024

  /// A blank picture; sizes below 0 count as 0.
  package init(columns: Int, rows: Int, glyphs: GlyphSet) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.glyphs = glyphs
    cells = [Cell](repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a place, which must lie inside.
  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// Makes every cell blank.
  package mutating func clear() {
    for index in cells.indices { cells[index] = .blank }
  }

  /// Makes every cell blank and forgets the clusters: what was drawn before has to be drawn anew.
  package mutating func forgetClusters() {
    clear()
    clusters = []
    clusterNumbers = [:]
  }

  /// Puts a glyph one column wide at a place; nothing happens outside.
  package mutating func put(_ glyph: UInt32, row: Int, column: Int, style: Style) {
    guard 0..<rows ~= row, 0..<columns ~= column else { return }
    set(Cell(glyph, style), row * columns + column, columnInRow: column)
  }

  /// Fills `count` places of a row from `column` on with one glyph that is one column wide.
  package mutating func fill(_ glyph: UInt32, row: Int, column: Int, count: Int, style: Style) {
    for place in column..<column + max(count, 0) { put(glyph, row: row, column: place, style: style) }
  }

  /// Blanks a row.
  package mutating func clearRow(_ row: Int) { fill(0x20, row: row, column: 0, count: columns, style: .plain) }

  /// Writes text from `column` on in at most `limit` columns, cut with an ellipsis; returns the columns it took.
  @discardableResult
  package mutating func write(_ text: String, row: Int, column: Int, limit: Int, style: Style) -> Int {
    write(TextCells(text, isUTF8: glyphs.isUTF8), row: row, column: column, limit: limit, style: style)
  }

  /// The same with text that is in cells already.
  @discardableResult
  package mutating func write(_ text: TextCells, row: Int, column: Int, limit: Int, style: Style) -> Int {
    guard 0..<rows ~= row, 0..<columns ~= column else { return 0 }
    var cut = text
    cut.truncate(toColumns: min(limit, columns - column), isUTF8: glyphs.isUTF8)
    var place = column
    for unit in cut.units {
      let index = row * columns + place
      set(Cell(glyph(of: unit), style, columns: unit.columns), index, columnInRow: place)
      if unit.columns == 2 {
        set(.continuation, index + 1, columnInRow: place + 1, keepsLeftNeighbour: true)
      }
      place += unit.columns
    }
    return cut.columns
  }

  /// Columns that `text` takes when nothing is cut.
  package func width(of text: String) -> Int { TextCells(text, isUTF8: glyphs.isUTF8).columns }

  /// The cells for drawing that only ever puts glyphs one column wide and covers whole runs, as the bars do.
  /// The caller sees to it that no wide glyph is left halved at the edges of what it overwrites.
  package mutating func withCells(_ body: (inout MutableSpan<Cell>) -> Void) {
    var span = cells.mutableSpan
    body(&span)
  }

  private mutating func set(_ cell: Cell, _ index: Int, columnInRow: Int, keepsLeftNeighbour: Bool = false) {
    let old = cells[index]
    if old.columns == 0, !keepsLeftNeighbour, columnInRow > 0 { cells[index - 1] = .blank }
    if old.columns == 2, columnInRow + 1 < columns { cells[index + 1] = .blank }
    cells[index] = cell
  }

  private mutating func glyph(of unit: TextCells.Unit) -> UInt32 {
    if unit.marks.isEmpty { return unit.base.value }
    var bytes = Array(String(Character(unit.base)).utf8)
    for mark in unit.marks { bytes += Array(String(Character(mark)).utf8) }
    if let number = clusterNumbers[bytes] { return number }
    let number = Cell.firstCluster + UInt32(clusters.count)
    clusters.append(bytes)
    clusterNumbers[bytes] = number
    return number
  }
}
