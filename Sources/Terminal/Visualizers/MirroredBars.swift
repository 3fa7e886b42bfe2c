/// Draws bars up and down from a line in the middle of a region. Below the line the cells that are partly filled are
/// reversed: only lower parts of a cell have characters.
package struct MirroredBars: Visualizer {
  private var place: Place?
  /// The heights that the region shows, in eighths of a cell, one channel after the other.
  private var shown: [Int] = []

  private struct Place: Equatable {
    var region: Region
    var layout: BarsLayout
    var width: Int
  }

  /// Creates a renderer that has drawn nothing.
  package init() {}

  /// Makes the next call draw the whole region, because other content was drawn into it.
  package mutating func invalidate() { place = nil }

  /// Draws `picture`. When the region still shows the previous picture, only bars that differ are drawn.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    guard region.rows > 0, region.columns > 0 else { return }
    let channels = min(layout.channels, picture.channels)
    let bands = min(layout.bands, picture.bands)
    let new = Place(region: region, layout: layout, width: canvas.columns)
    if place != new || shown.count != channels * bands {
      place = new
      shown = [Int](repeating: -1, count: channels * bands)
      canvas.clear(region)
    }
    let above = (region.rows + 1) / 2
    for channel in 0..<channels {
      for band in 0..<bands {
        let height = picture.heights[channel * picture.bands + band]
        let eighths = height > 0 ? Int((min(height, 1) * Float(above * 8)).rounded()) : 0
        let index = channel * bands + band
        guard shown[index] != eighths else { continue }
        shown[index] = eighths
        let column = max(layout.column(band: band, channel: channel), 0)
        let end = min(layout.column(band: band, channel: channel) + layout.width(ofBar: band), region.columns)
        for place in column..<max(end, column) { draw(eighths, region, above, region.column + place, &canvas) }
      }
    }
  }

  /// Draws the scale of levels beside the upper half, whose levels they are.
  package func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas) {
    FrequencyScale.draw(picture.frequencies, layout: layout, place: place, into: &canvas)
    LevelScale.draw(nil, bars: place.bars, column: place.levelScaleColumn, into: &canvas)
    var upper = place.bars
    upper.rows = (upper.rows + 1) / 2
    LevelScale.draw(picture.levels, bars: upper, column: place.levelScaleColumn, into: &canvas)
  }

  private func draw(_ eighths: Int, _ region: Region, _ above: Int, _ column: Int, _ canvas: inout Canvas) {
    for step in 0..<above {
      let filled = min(max(eighths - step * 8, 0), 8)
      let style = Style.gradient((2 * step + 1) * Style.gradientSteps / (2 * above))
      let upper = region.row + above - 1 - step
      if filled == 0 {
        canvas.put(step == 0 ? canvas.glyphs.ground : 0x20, row: upper, column: column, style: .scale)
      } else {
        canvas.put(canvas.glyphs.block(filled), row: upper, column: column, style: style)
      }
      let lower = region.row + above + step
      guard lower < region.row + region.rows else { continue }
      switch filled {
      case 0: canvas.put(0x20, row: lower, column: column, style: .plain)
      case 8: canvas.put(canvas.glyphs.block(8), row: lower, column: column, style: style)
      default:
        let isWhole = canvas.glyphs != .eighths
        canvas.put(
          canvas.glyphs.block(isWhole ? filled : 8 - filled), row: lower, column: column,
          style: isWhole ? style : style.reversed)
      }
    }
  }
}
