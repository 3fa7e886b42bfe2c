package import RadioModel

/// A spectrogram that flows down: each row is the spectrum of a moment, one band a column. Where cells have colours of
/// their own, a cell shows two rows as its halves; elsewhere one row, as characters of different density.
package struct Waterfall: Visualizer {
  /// The number of new rows a second.
  package static let rowsPerSecond = 20
  /// One picture for each row.
  package static var framesPerSecond: Int { rowsPerSecond }

  /// The steps of brightness: `rows × columns` in a ring of rows.
  private var steps: [UInt8] = []
  private var columns = 0
  private var rows = 0
  /// The number of the newest row in the ring; older ones follow it.
  private var newest = 0
  /// The colour of each step.
  private var colors: [Color] = []
  /// The style of a cell for the step of its upper and of its lower half, `stepCount × stepCount`.
  private var styles: [Style] = []
  private var hasColors = true
  private var sensitivity: Float = 0
  private var rowsPerCell: Int { hasColors ? 2 : 1 }

  /// The colour of silence in a theme without a background.
  package static let defaultGround = Color(8, 10, 14)
  /// The number of steps.
  private static let stepCount = 64
  /// The level of the first step in dBFS, before the automatic sensitivity.
  package static let bottom: Float = -80
  /// The range of all steps in decibels.
  package static let span: Float = 62

  /// Creates a waterfall without rows.
  package init() {}

  /// Applies the colours of a theme for terminals with `depth` colours. What was recorded stays.
  package mutating func apply(_ theme: Theme, depth: ColorDepth) {
    hasColors = depth >= .ansi256
    let ground = theme.background ?? Self.defaultGround
    colors = (0..<Self.stepCount).map { step in
      let height = Double(step) / Double(Self.stepCount - 1)
      return ground.mixed(with: theme.gradientColor(at: height), share: min(height * 1.6, 1))
    }
    styles = colors.flatMap { upper in colors.map { .colors(upper, on: $0) } }
  }

  /// The levels of the darkest and of the brightest step in dBFS.
  private var levels: ClosedRange<Int> {
    let bottom = Int((Self.bottom - sensitivity).rounded())
    return bottom...bottom + Int(Self.span)
  }

  /// Sets the size of the region in cells. Rows of another width are dropped.
  package mutating func resize(columns: Int, rows: Int) {
    let (columns, rows) = (max(columns, 0), max(rows, 0) * rowsPerCell)
    guard columns != self.columns || rows != self.rows else { return }
    var kept = [UInt8](repeating: 0, count: columns * rows)
    if columns == self.columns {
      for row in 0..<min(rows, self.rows) {
        for column in 0..<columns { kept[row * columns + column] = steps[start(ofRow: row) + column] }
      }
    }
    (steps, self.columns, self.rows, newest) = (kept, columns, rows, 0)
  }

  /// Adds the spectrum of the present moment: levels in dBFS, one for each column; `sensitivity` is added to each.
  /// Another number of levels counts as silence.
  package mutating func add(_ levels: [Float], sensitivity: Float) {
    guard rows > 0 else { return }
    if sensitivity.isFinite { self.sensitivity = min(max(sensitivity, -100), 100) }
    newest = newest > 0 ? newest - 1 : rows - 1
    let isFitting = levels.count == columns
    let base = newest * columns
    let scale = Float(Self.stepCount - 1) / Self.span
    for column in 0..<columns {
      let step = isFitting ? (levels[column] + self.sensitivity - Self.bottom) * scale : 0
      // What is not a number is dark.
      steps[base + column] = step > 0 ? UInt8(min(step, Float(Self.stepCount - 1))) : 0
    }
  }

  /// Adds a row of the sound, or one of silence.
  package mutating func receive(
    _ spectrum: LiveSpectrum, isAudible: Bool, status: RadioStatus, region: Region, now: Int64
  ) {
    resize(columns: region.columns, rows: region.rows)
    add(isAudible ? spectrum.levels : [], sensitivity: spectrum.sensitivity)
  }

  /// True while rows of sound flow down.
  package var isMoving: Bool { !isDark }

  /// True when nothing brighter than the ground is left.
  package var isDark: Bool { steps.allSatisfy { $0 == 0 } }

  /// Returns the index of the first step of a row, 0 for the newest one.
  private func start(ofRow row: Int) -> Int {
    let place = newest + row
    return (place < rows ? place : place - rows) * columns
  }

  /// Draws the rows.
  package func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    draw(into: &canvas, region: region)
  }

  /// Draws the rows into `region`, which must have the size of the last `resize`, and lie in the canvas.
  package func draw(into canvas: inout Canvas, region: Region) {
    guard region.columns == columns, columns > 0, region.rows * rowsPerCell == rows, !colors.isEmpty,
      canvas.contains(region)
    else { return }
    let (width, glyphs) = (canvas.columns, canvas.glyphs)
    canvas.withCells { cells in
      for row in 0..<region.rows {
        let first = (region.row + row) * width + region.column
        let upper = start(ofRow: row * rowsPerCell)
        if hasColors {
          let lower = start(ofRow: row * rowsPerCell + 1)
          for column in 0..<columns {
            let (above, below) = (Int(steps[upper + column]), Int(steps[lower + column]))
            // Without the half block a cell has the colour of its upper half.
            cells[first + column] =
              glyphs.isUTF8
              ? Cell(0x2580, styles[above * Self.stepCount + below])
              : Cell(0x20, styles[above * Self.stepCount + above])
          }
        } else {
          for column in 0..<columns {
            let step = Int(steps[upper + column])
            cells[first + column] = Cell(Self.density(step, isUTF8: glyphs.isUTF8), .gradient(step))
          }
        }
      }
    }
    drawLegend(into: &canvas, region: region)
  }

  /// Draws what the colours mean over the oldest rows, at the right end: `-80 ▒▒▓▓██ -18 dB`. Draws nothing where space
  /// is short.
  private func drawLegend(into canvas: inout Canvas, region: Region) {
    let (low, high) = (" \(levels.lowerBound) ", " \(levels.upperBound) dB")
    let columns = low.utf8.count + Self.legendColumns + high.utf8.count
    guard region.columns >= 2 * columns, region.rows >= Self.minimumRowsWithLegend else { return }
    let (row, first) = (region.row + region.rows - 1, region.column + region.columns - columns)
    canvas.write(low, row: row, column: first, limit: columns, style: .scale)
    for place in 0..<Self.legendColumns {
      let step = place * (Self.stepCount - 1) / (Self.legendColumns - 1)
      let column = first + low.utf8.count + place
      if hasColors {
        canvas.put(0x20, row: row, column: column, style: styles[step * Self.stepCount + step])
      } else {
        canvas.put(Self.density(step, isUTF8: canvas.glyphs.isUTF8), row: row, column: column, style: .gradient(step))
      }
    }
    canvas.write(
      high, row: row, column: first + low.utf8.count + Self.legendColumns, limit: columns, style: .scale)
  }

  /// The minimum height for the legend.
  private static let minimumRowsWithLegend = 10
  /// The columns of colour in the legend.
  private static let legendColumns = 16
  private static let blockDensities: [UInt32] = [0x20, 0x2591, 0x2592, 0x2593, 0x2588]
  private static let signDensities: [UInt32] = [0x20, 0x2E, 0x3A, 0x2A, 0x23]

  /// Returns the character for a step: a blank, then denser ones.
  private static func density(_ step: Int, isUTF8: Bool) -> UInt32 {
    let characters = isUTF8 ? blockDensities : signDensities
    return characters[step * characters.count / stepCount]
  }

  // MARK: The scale of time

  /// The cells between two labels.
  private static let labelStep = 10

  /// Draws the scale of frequencies, and in the place of that of levels a label for each whole or half second.
  package func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas) {
    FrequencyScale.draw(picture.frequencies, layout: layout, place: place, into: &canvas)
    guard let column = place.levelScaleColumn else { return }
    LevelScale.draw(nil, bars: place.bars, column: column, into: &canvas)
    let line = column + ViewLayout.levelScaleColumns - 1
    for row in stride(from: 0, to: place.bars.rows, by: Self.labelStep) {
      let tenths = row * rowsPerCell * 10 / Self.rowsPerSecond
      let text = tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10)"
      canvas.write(text, row: place.bars.row + row, column: line - text.utf8.count, limit: 4, style: .scale)
    }
  }
}
