/// Draws bars and their peak caps into a region of a canvas.
package struct BarsRenderer: Visualizer {
  private let glyphs: GlyphSet
  /// The glyphs of a cell that is filled by 0…8 eighths.
  private let blocks: [UInt32]
  /// The gradient's colour of each row from the top, for regions of this height.
  private var colors: [Style] = []
  /// The parameters with which `shown` was drawn; nil when the region may contain anything else.
  private var place: Place?
  /// The bars that the region shows, one channel after the other.
  private var shown: [Bar?] = []

  /// The parameters, besides the heights, that determine the cells of a bar.
  private struct Place: Equatable {
    var region: Region
    var layout: BarsLayout
    var channels: Int
    var bands: Int
    /// The width of the canvas in columns.
    var width: Int
  }

  /// A bar and its cap, in eighths of a cell above the bottom.
  private struct Bar: Equatable {
    var eighths: Int
    var cap: Int

    /// The number of filled cells.
    var full: Int { eighths / 8 }
    /// The filled eighths of the cell above them.
    var rest: Int { eighths % 8 }
    /// The cell of the cap, counted from the bottom; -1 without a cap.
    var capStep: Int { cap > 0 ? (cap - 1) / 8 : -1 }
  }

  /// Creates a renderer for a terminal with these glyphs.
  package init(glyphs: GlyphSet) {
    self.glyphs = glyphs
    blocks = [0x20] + (1...8).map { glyphs.block($0) }
  }

  /// Makes the next call draw the whole region, because other content was drawn into it.
  package mutating func invalidate() { place = nil }

  /// Draws `picture` and blanks all other cells of the region. When the region still shows the previous picture, it
  /// changes only the cells that differ.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    guard region.rows > 0, region.columns > 0, canvas.contains(region) else { return }
    let width = canvas.columns
    if colors.count != region.rows {
      colors = (0..<region.rows).map { row in
        Style.gradient((2 * (region.rows - 1 - row) + 1) * Style.gradientSteps / (2 * region.rows))
      }
    }
    let channels = min(layout.channels, picture.channels)
    let bands = min(layout.bands, picture.bands)
    let newPlace = Place(region: region, layout: layout, channels: channels, bands: bands, width: width)
    let isWhole = place != newPlace
    if isWhole {
      place = newPlace
      shown = [Bar?](repeating: nil, count: channels * bands)
    }
    canvas.withCells { cells in
      if isWhole {
        for row in region.row..<region.row + region.rows {
          for index in row * width + region.column..<row * width + region.column + region.columns {
            cells[index] = .blank
          }
        }
      }
      for channel in 0..<channels {
        for band in 0..<bands {
          let number = channel * picture.bands + band
          let bar = Bar(
            eighths: Self.eighths(picture.heights[number], rows: region.rows),
            cap: Self.eighths(picture.caps[number], rows: region.rows))
          let old = shown[channel * bands + band]
          if bar == old { continue }
          shown[channel * bands + band] = bar
          let column = layout.column(band: band, channel: channel)
          let first = max(column, 0)
          let last = min(column + layout.width(ofBar: band), region.columns)
          guard first < last else { continue }
          for place in first..<last {
            let ground = (region.row + region.rows - 1) * width + region.column + place
            redraw(bar, over: old, ground: ground, width, &cells)
          }
        }
      }
    }
  }

  /// Draws the cells of one column in which `bar` differs from `old`, the bar drawn there before; nil for a blank
  /// column. `ground` is the index of the column's lowest cell.
  private func redraw(
    _ bar: Bar, over old: Bar?, ground: Int, _ width: Int, _ cells: inout MutableSpan<Cell>
  ) {
    let rows = colors.count
    func draw(_ step: Int) {
      if 0..<rows ~= step { cells[ground - step * width] = cell(step, of: bar) }
    }
    for step in min(bar.full, old?.full ?? 0)...max(bar.full, old?.full ?? 0) { draw(step) }
    draw(bar.capStep)
    if let old { draw(old.capStep) }
  }

  /// Returns the cell of a bar at `step` cells above the bottom.
  ///
  /// A cap is one eighth thick and ends at its height. The cell that contains the top of the bar has no space for it.
  private func cell(_ step: Int, of bar: Bar) -> Cell {
    let color = colors[colors.count - 1 - step]
    if step < bar.full { return Cell(blocks[8], color) }
    if step == bar.full, bar.rest > 0 { return Cell(blocks[bar.rest], color) }
    if step == bar.capStep { return Cell(glyphs.cap((bar.cap - 1) % 8), .cap) }
    return step == 0 ? Cell(glyphs.ground, .scale) : .blank
  }

  /// Converts a height, 0…1, to eighths of a cell.
  private static func eighths(_ height: Float, rows: Int) -> Int {
    height > 0 ? Int((min(height, 1) * Float(rows * 8)).rounded()) : 0
  }
}
