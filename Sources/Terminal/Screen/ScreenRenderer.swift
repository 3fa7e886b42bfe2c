import Glibc

/// Converts successive pictures into the bytes that change the terminal from the previous picture to the next.
///
/// The bytes of a picture are enclosed in a synchronized update (private mode 2026), so that a terminal that supports
/// it shows the picture at once. The renderer sets the mode without a query: a terminal that does not support it
/// ignores it (ECMA-48 requires that unknown modes be ignored). An answer to a query could arrive late and be read as
/// keys, and multiplexers answer for themselves.
package struct ScreenRenderer: Sendable {
  /// The bytes of the latest picture; empty when nothing changed. The storage is reused for the next picture.
  package private(set) var bytes: [UInt8] = []

  /// True when the latest picture begins by erasing the whole screen.
  package private(set) var clearsScreen = false

  /// The sequences of the styles. After a change the next picture is sent as a whole.
  package var palette: Palette { didSet { invalidate() } }
  private var shown: [Cell] = []
  private var shownColumns = 0
  private var shownRows = 0
  private var isShownKnown = false
  private var cursorRow = -1
  private var cursorColumn = -1
  private var style: Style?

  /// The longest run of unchanged cells that is rewritten instead of skipped: moving the cursor takes four bytes.
  private static let gapLimit = 4
  private static let syncBegin = Array("\u{1B}[?2026h".utf8)
  private static let syncEnd = Array("\u{1B}[m\u{1B}[?2026l".utf8)
  private static let clearScreen = Array("\u{1B}[2J".utf8)

  /// Creates a renderer for a terminal with unknown content.
  package init(palette: Palette) { self.palette = palette }

  /// Forgets the content of the terminal: the next picture is sent as a whole.
  package mutating func invalidate() { isShownKnown = false }

  /// Fills `bytes` with the sequences that make the terminal show `canvas`. Returns false when it already shows it.
  package mutating func render(_ canvas: Canvas) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    clearsScreen = false
    cursorRow = -1
    style = nil
    if !isShownKnown || shownColumns != canvas.columns || shownRows != canvas.rows {
      bytes += Self.syncBegin
      // What is erased takes the background of the theme.
      palette.append(.plain, after: nil, to: &bytes)
      bytes += Self.clearScreen
      clearsScreen = true
      style = .plain
      shown = [Cell](repeating: .blank, count: canvas.cells.count)
      (shownColumns, shownRows, isShownKnown) = (canvas.columns, canvas.rows, true)
    }
    let columns = canvas.columns
    var shown: [Cell] = []
    swap(&shown, &self.shown)  // renderRow() mutates self while this buffer is borrowed
    canvas.cells.withUnsafeBufferPointer { new in
      shown.withUnsafeMutableBufferPointer { old in
        guard let newBase = new.baseAddress, let oldBase = old.baseAddress else { return }
        for row in 0..<canvas.rows {
          let start = row * columns
          if memcmp(oldBase + start, newBase + start, columns * MemoryLayout<Cell>.stride) == 0 { continue }
          renderRow(
            row, UnsafeBufferPointer(start: newBase + start, count: columns),
            over: UnsafeMutableBufferPointer(start: oldBase + start, count: columns), canvas)
        }
      }
    }
    swap(&shown, &self.shown)
    if bytes.isEmpty { return false }
    bytes += Self.syncEnd
    return true
  }

  private mutating func renderRow(
    _ row: Int, _ cells: UnsafeBufferPointer<Cell>, over shown: UnsafeMutableBufferPointer<Cell>, _ canvas: Canvas
  ) {
    var column = 0
    while column < cells.count {
      let cell = cells[column]
      let old = shown[column]
      if cell == old {
        column += 1
        continue
      }
      shown[column] = cell
      if cell.columns == 0 || cell.isBlank && old.isBlank {
        column += 1
        continue
      }
      if bytes.isEmpty { bytes += Self.syncBegin }
      move(toRow: row, column: column, cells, canvas)
      if cell.columns == 2 {
        if column + 1 < cells.count { shown[column + 1] = cells[column + 1] }
        // Blank both halves first: a terminal that treats the glyph as narrow must not keep an old one beside it.
        change(to: cell.style)
        bytes += [0x20, 0x20, 0x1B, 0x5B, 0x32, 0x44]
      }
      emit(cell, canvas)
      column += max(cell.columns, 1)
      // Terminals disagree on the width of rare characters: set the cursor position after one.
      cursorColumn = Self.isWidthCertain(cell) ? column : -1
      cursorRow = cursorColumn < 0 || cursorColumn >= cells.count ? -1 : row
    }
  }

  private mutating func move(toRow row: Int, column: Int, _ cells: UnsafeBufferPointer<Cell>, _ canvas: Canvas) {
    if cursorRow == row, cursorColumn <= column {
      let gap = column - cursorColumn
      if gap == 0 { return }
      let between = cells[cursorColumn..<column]
      if gap <= Self.gapLimit, between.allSatisfy({ $0.isBlank || $0.style == style && Self.isWidthCertain($0) }) {
        for cell in between { emit(cell, canvas) }
      } else {
        beginControlSequence()
        appendDecimal(gap)
        bytes.append(0x43)
      }
    } else {
      beginControlSequence()
      appendDecimal(row + 1)
      if column > 0 {
        bytes.append(0x3B)
        appendDecimal(column + 1)
      }
      bytes.append(0x48)
    }
  }

  private mutating func emit(_ cell: Cell, _ canvas: Canvas) {
    let glyph = cell.glyph
    if cell.isBlank {
      // Any style will do that has no background of its own.
      if style?.hasBackground ?? palette.hasGround { change(to: .plain) }
      bytes.append(0x20)
      return
    }
    change(to: cell.style)
    if glyph >= Cell.firstCluster {
      let number = Int(glyph - Cell.firstCluster)
      bytes += canvas.clusters.indices.contains(number) ? canvas.clusters[number] : [0x3F]
    } else {
      appendUTF8(glyph)
    }
  }

  private mutating func change(to new: Style) {
    guard style != new else { return }
    palette.append(new, after: style, to: &bytes)
    style = new
  }

  /// True when every terminal advances by exactly one column after this cell.
  private static func isWidthCertain(_ cell: Cell) -> Bool {
    cell.columns == 1 && (cell.glyph < 0x300 || 0x2500...0x259F ~= cell.glyph)
  }

  /// Appends a scalar. A control character, which should not occur, becomes `?`.
  private mutating func appendUTF8(_ scalar: UInt32) {
    switch scalar {
    case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case 0..<0xA0: bytes.append(0x3F)
    case 0xA0..<0x800:
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case 0x800..<0x1_0000:
      bytes.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
  }

  /// Appends ESC [ byte by byte: an array literal would be allocated each time.
  private mutating func beginControlSequence() {
    bytes.append(0x1B)
    bytes.append(0x5B)
  }

  /// Appends a number, 0…9999.
  private mutating func appendDecimal(_ number: Int) {
    if number >= 1000 { bytes.append(0x30 + UInt8(truncatingIfNeeded: number / 1000 % 10)) }
    if number >= 100 { bytes.append(0x30 + UInt8(truncatingIfNeeded: number / 100 % 10)) }
    if number >= 10 { bytes.append(0x30 + UInt8(truncatingIfNeeded: number / 10 % 10)) }
    bytes.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}
