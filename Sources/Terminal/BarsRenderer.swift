/// Draws bars and their peak caps into a region of a canvas.
package struct BarsRenderer: Sendable {
  private let glyphs: GlyphSet
  /// Glyph of a cell filled by 0…8 eighths.
  private let blocks: [UInt32]
  /// The gradient's colour of each row, from the top, for regions of this height.
  private var colors: [Style] = []

  /// A renderer for a terminal with these glyphs.
  package init(glyphs: GlyphSet) {
    self.glyphs = glyphs
    blocks = [0x20] + (1...8).map { glyphs.block($0) }
  }

  /// Draws `picture` and makes every other cell of the region blank.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    guard region.rows > 0, region.columns > 0, region.row >= 0, region.column >= 0,
      region.row + region.rows <= canvas.rows, region.column + region.columns <= canvas.columns
    else { return }
    let width = canvas.columns
    if colors.count != region.rows {
      colors = (0..<region.rows).map { row in
        Style.gradient((2 * (region.rows - 1 - row) + 1) * Style.gradientSteps / (2 * region.rows))
      }
    }
    canvas.withCells { cells in
      for row in region.row..<region.row + region.rows {
        for index in row * width + region.column..<row * width + region.column + region.columns {
          cells[index] = .blank
        }
      }
      for channel in 0..<min(layout.channels, picture.channels) {
        for band in 0..<min(layout.bands, picture.bands) {
          let number = channel * picture.bands + band
          let column = layout.column(band: band, channel: channel)
          let first = max(column, 0)
          let last = min(column + layout.width(ofBar: band), region.columns)
          guard first < last else { continue }
          let eighths = Self.eighths(picture.heights[number], rows: region.rows)
          let cap = Self.eighths(picture.caps[number], rows: region.rows)
          for place in first..<last {
            drawBar(
              eighths, cap: cap, region, firstIndex: region.row * width + region.column + place, width, &cells)
          }
        }
      }
    }
  }

  /// Draws one column from the ground up.
  private func drawBar(
    _ eighths: Int, cap: Int, _ region: Region, firstIndex: Int, _ width: Int,
    _ cells: inout MutableSpan<Cell>
  ) {
    let full = eighths / 8
    let ground = region.rows - 1
    for step in 0..<full {
      cells[firstIndex + (ground - step) * width] = Cell(blocks[8], colors[ground - step])
    }
    let rest = eighths % 8
    if rest > 0 {
      cells[firstIndex + (ground - full) * width] = Cell(blocks[rest], colors[ground - full])
    } else if full == 0 {
      cells[firstIndex + ground * width] = Cell(glyphs.ground, .scale)
    }
    // A cap is one eighth thick and ends at its height; within the cell of the bar's own end there is no room for it.
    let capBottom = cap - 1
    let capStep = capBottom / 8
    if cap > 0, capStep < region.rows, capStep > full || capStep == full && rest == 0 {
      cells[firstIndex + (ground - capStep) * width] = Cell(glyphs.cap(capBottom % 8), .cap)
    }
  }

  /// A height, 0…1, in eighths of a cell.
  private static func eighths(_ height: Float, rows: Int) -> Int {
    height > 0 ? Int((min(height, 1) * Float(rows * 8)).rounded()) : 0
  }
}
