/// Draws bars and their peak caps into a region of a canvas.
package struct BarsRenderer: Visualizer {
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

  private var drawn = DrawnBars<Bar>()
  private var look: Look

  /// Creates a renderer for a terminal with these glyphs.
  package init(glyphs: GlyphSet) { look = Look(glyphs: glyphs, blocks: [0x20] + (1...8).map { glyphs.block($0) }) }

  /// Makes the next call draw the whole region, because other content was drawn into it.
  package mutating func invalidate() { drawn.invalidate() }

  /// Draws `picture` and blanks all other cells of the region. When the region still shows the previous picture, it
  /// changes only the cells that differ.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    let rows = max(region.rows, 0)
    if look.colors.count != rows {
      look.colors = (0..<rows).map { row in
        Style.gradient((2 * (rows - 1 - row) + 1) * Style.gradientSteps / (2 * rows))
      }
    }
    drawn.draw(picture, layout: layout, region: region, into: &canvas) { number in
      Bar(
        eighths: Self.eighths(picture.heights[number], rows: rows), cap: Self.eighths(picture.caps[number], rows: rows))
    } draw: { [look] bar, old, column, cells in
      look.draw(bar, over: old, column, &cells)
    }
  }

  /// Converts a height, 0…1, to eighths of a cell.
  static func eighths(_ height: Float, rows: Int) -> Int {
    height > 0 ? Int((min(height, 1) * Float(rows * 8)).rounded()) : 0
  }

  /// The glyphs and colours of the cells.
  private struct Look {
    let glyphs: GlyphSet
    /// The glyphs of a cell that is filled by 0…8 eighths.
    let blocks: [UInt32]
    /// The gradient's colour of each row from the top, for regions of this height.
    var colors: [Style] = []

    /// Draws the cells of one column in which `bar` differs from `old`, the bar drawn there before; nil for a blank
    /// column.
    func draw(_ bar: Bar, over old: Bar?, _ column: DrawnBars<Bar>.Column, _ cells: inout MutableSpan<Cell>) {
      func draw(_ step: Int) {
        if 0..<colors.count ~= step { cells[column.ground - step * column.width] = cell(step, of: bar) }
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
  }
}
