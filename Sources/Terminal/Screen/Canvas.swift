/// A grid of cells for drawing. All drawing is clipped to the grid, and a wide glyph is never left cut in half.
package struct Canvas: Sendable {
  /// The width in cells, 0 or more.
  package private(set) var columns: Int
  /// The height in cells, 0 or more.
  package private(set) var rows: Int
  /// The cells, row by row.
  package private(set) var cells: [Cell]
  /// The characters that text may use.
  package let glyphs: GlyphSet
  /// The UTF-8 of each cluster, by its glyph number minus `Cell.firstCluster`.
  package private(set) var clusters: [[UInt8]] = []
  private var clusterNumbers: [[UInt8]: UInt32] = [:]

  /// The number of clusters from which the owner should call `forgetClusters()`, so that a stream of titles does not
  /// fill the memory.
  package static let clustersToKeep = 1024

  /// Creates a blank canvas; sizes below 0 count as 0.
  package init(columns: Int, rows: Int, glyphs: GlyphSet) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.glyphs = glyphs
    cells = [Cell](repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a position, which must lie inside.
  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// Blanks all cells.
  package mutating func clear() {
    for index in cells.indices { cells[index] = .blank }
  }

  /// Blanks all cells and forgets the clusters; everything must be drawn again.
  package mutating func forgetClusters() {
    clear()
    clusters = []
    clusterNumbers = [:]
  }

  /// Puts a glyph of one column at a position; has no effect outside the canvas.
  package mutating func put(_ glyph: UInt32, row: Int, column: Int, style: Style) {
    guard 0..<rows ~= row, 0..<columns ~= column else { return }
    set(Cell(glyph, style), row * columns + column, columnInRow: column)
  }

  /// Fills `count` cells of a row from `column` on with a glyph of one column.
  package mutating func fill(_ glyph: UInt32, row: Int, column: Int, count: Int, style: Style) {
    for place in column..<column + max(count, 0) { put(glyph, row: row, column: place, style: style) }
  }

  /// Blanks a region.
  package mutating func clear(_ region: Region) {
    for row in region.row..<region.row + max(region.rows, 0) {
      fill(0x20, row: row, column: region.column, count: region.columns, style: .plain)
    }
  }

  /// True when all cells of `region` are on the canvas.
  func contains(_ region: Region) -> Bool {
    region.row >= 0 && region.column >= 0 && region.row + region.rows <= rows
      && region.column + region.columns <= columns
  }

  /// Writes text from `column` on in at most `limit` columns; longer text ends with an ellipsis. Returns the columns
  /// used.
  @discardableResult
  package mutating func write(_ text: String, row: Int, column: Int, limit: Int, style: Style) -> Int {
    write(TextCells(text, isUTF8: glyphs.isUTF8), row: row, column: column, limit: limit, style: style)
  }

  /// Writes text that was already converted to cells.
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

  /// Returns the columns of `text` when nothing is cut.
  package func width(of text: String) -> Int { TextCells.width(of: text, isUTF8: glyphs.isUTF8) }

  /// Returns `text` in lines of at most `columns` columns, as ``TextCells/lines(ofColumns:limit:isUTF8:)`` does.
  package func lines(of text: String, columns: Int, limit: Int) -> [TextCells] {
    TextCells(text, isUTF8: glyphs.isUTF8).lines(ofColumns: columns, limit: limit, isUTF8: glyphs.isUTF8)
  }

  /// Gives access to the cells for drawing that writes only glyphs of one column over whole runs, as the bars do. The
  /// caller must not leave a wide glyph cut in half at the edges of a run.
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
