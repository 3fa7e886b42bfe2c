/// Draws bars up and down from a line in the middle of a region. Below the line the cells that are partly filled are
/// reversed: only lower parts of a cell have characters.
package struct MirroredBars: Visualizer {
  /// The heights in eighths of a cell.
  private var drawn = DrawnBars<Int>()

  /// Creates a renderer that has drawn nothing.
  package init() {}

  /// Makes the next call draw the whole region, because other content was drawn into it.
  package mutating func invalidate() { drawn.invalidate() }

  /// Draws `picture`. When the region still shows the previous picture, only bars that differ are drawn.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    let (rows, glyphs) = (region.rows, canvas.glyphs)
    let above = (rows + 1) / 2
    drawn.draw(picture, layout: layout, region: region, into: &canvas) { number in
      BarsRenderer.eighths(picture.heights[number], rows: above)
    } draw: { eighths, _, column, cells in
      for step in 0..<above {
        let (upper, lower) = Self.cells(min(max(eighths - step * 8, 0), 8), step, of: above, glyphs)
        cells[column.ground - (rows - above + step) * column.width] = upper
        if above + step < rows { cells[column.ground - (rows - 1 - above - step) * column.width] = lower }
      }
    }
  }

  /// Draws the scale of levels beside both halves.
  package func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas) {
    FrequencyScale.draw(picture.frequencies, layout: layout, place: place, into: &canvas)
    var upper = place.bars
    upper.rows = (upper.rows + 1) / 2
    LevelScale.draw(
      picture.levels, bars: upper, column: place.levelScaleColumn, mirroredRows: place.bars.rows - upper.rows,
      into: &canvas)
  }

  /// Returns the cells at `step` cells above and below the middle, of which `filled` eighths are filled; `steps` is the
  /// number of cells of a half.
  private static func cells(_ filled: Int, _ step: Int, of steps: Int, _ glyphs: GlyphSet) -> (upper: Cell, lower: Cell)
  {
    let style = Style.gradient((2 * step + 1) * Style.gradientSteps / (2 * steps))
    switch filled {
    case 0: return (Cell(step == 0 ? glyphs.ground : 0x20, .scale), .blank)
    case 8: return (Cell(glyphs.block(8), style), Cell(glyphs.block(8), style))
    default:
      let isWhole = glyphs != .eighths
      return (
        Cell(glyphs.block(filled), style),
        Cell(glyphs.block(isWhole ? filled : 8 - filled), isWhole ? style : style.reversed)
      )
    }
  }
}
