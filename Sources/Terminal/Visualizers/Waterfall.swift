/// A spectrogram that flows down: each row is the spectrum of a moment, one band a column. Where cells have colours of
/// their own, a cell shows two rows as its halves; elsewhere one row, as characters of different density.
package struct Waterfall: Sendable {
  /// The number of new rows a second.
  package static let rowsPerSecond = 20

  /// The steps of brightness, `columns` for each row, the newest row first.
  private var steps: [UInt8] = []
  private var columns = 0
  private var rows = 0
  /// The colour of each step.
  private var colors: [Color] = []
  private var hasColors = true

  /// The number of steps.
  private static let stepCount = 64
  /// The level of the first step in dBFS, and the range of all in decibels.
  private static let bottom: Float = -80
  private static let span: Float = 62

  /// Creates a waterfall without rows.
  package init() {}

  /// Takes the colours of a theme for terminals with `depth` colours. What was recorded stays.
  package mutating func take(_ theme: Theme, depth: ColorDepth) {
    hasColors = depth >= .ansi256
    let ground = theme.background ?? Color(8, 10, 14)
    colors = (0..<Self.stepCount).map { step in
      let height = Double(step) / Double(Self.stepCount - 1)
      return ground.mixed(with: theme.gradientColor(at: height), share: min(height * 1.6, 1))
    }
  }

  /// Sets the size of the region in cells. Rows of another width are dropped.
  package mutating func resize(columns: Int, rows: Int) {
    if columns != self.columns { steps = [] }
    (self.columns, self.rows) = (max(columns, 0), max(rows, 0) * (hasColors ? 2 : 1))
    trim()
  }

  /// Adds the spectrum of the present moment: levels in dBFS, one for each column; `sensitivity` is added to each.
  /// Another number of levels counts as silence.
  package mutating func add(_ levels: [Float], sensitivity: Float) {
    let isFitting = levels.count == columns
    let row = (0..<columns).map { column -> UInt8 in
      guard isFitting else { return 0 }
      let share = (levels[column] + sensitivity - Self.bottom) / Self.span
      return UInt8(max(0, min(share, 1)) * Float(Self.stepCount - 1))
    }
    steps.insert(contentsOf: row, at: 0)
    trim()
  }

  /// True when nothing brighter than the ground is left.
  package var isDark: Bool { steps.allSatisfy { $0 == 0 } }

  private mutating func trim() {
    if steps.count > columns * rows { steps.removeSubrange(columns * rows..<steps.count) }
  }

  /// Draws the rows into `region`, which must have the size of the last `resize`, and lie in the canvas.
  package func draw(into canvas: inout Canvas, region: Region) {
    guard region.columns == columns, columns > 0, !colors.isEmpty else { return }
    for row in 0..<region.rows {
      for column in 0..<columns {
        let place = (row: region.row + row, column: region.column + column)
        if hasColors {
          let (upper, lower) = (color(2 * row, column), color(2 * row + 1, column))
          let (glyph, ground): (UInt32, Color) = canvas.glyphs.isUTF8 ? (0x2580, lower) : (0x20, upper)
          canvas.put(glyph, row: place.row, column: place.column, style: .colors(upper, on: ground))
        } else {
          let step = step(row, column)
          canvas.put(
            Self.density(step, glyphs: canvas.glyphs), row: place.row, column: place.column, style: .gradient(step))
        }
      }
    }
  }

  private func step(_ row: Int, _ column: Int) -> Int {
    let index = row * columns + column
    return index < steps.count ? Int(steps[index]) : 0
  }

  private func color(_ row: Int, _ column: Int) -> Color { colors[step(row, column)] }

  /// Returns the character for a step: a blank, then denser ones.
  private static func density(_ step: Int, glyphs: GlyphSet) -> UInt32 {
    let characters: [UInt32] = glyphs.isUTF8 ? [0x20, 0x2591, 0x2592, 0x2593, 0x2588] : [0x20, 0x2E, 0x3A, 0x2A, 0x23]
    return characters[step * characters.count / stepCount]
  }
}

/// Draws the scale of time beside a waterfall.
enum TimeScale {
  /// Writes a label for each whole second into the level scale's column.
  static func draw(bars: Region, column: Int, rowsPerCell: Int, into canvas: inout Canvas) {
    LevelScale.draw(nil, bars: bars, column: column, into: &canvas)
    let line = column + ViewLayout.levelScaleColumns - 1
    let cellsPerSecond = Waterfall.rowsPerSecond / rowsPerCell
    for row in stride(from: 0, to: bars.rows, by: cellsPerSecond) {
      let text = "\(row / cellsPerSecond) s"
      canvas.write(text, row: bars.row + row, column: line - text.utf8.count, limit: 4, style: .scale)
    }
  }
}
