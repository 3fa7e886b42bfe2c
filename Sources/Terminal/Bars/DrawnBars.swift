/// The bars that a region shows, by which only those are drawn that differ. A bar is what determines its cells.
struct DrawnBars<Bar: Equatable & Sendable>: Sendable {
  /// The place of a column of a bar among the cells of a canvas.
  struct Column {
    /// The index of the lowest cell.
    var ground: Int
    /// The number of cells between a cell and that above it.
    var width: Int
  }

  /// What determines the cells of a bar besides the bar itself.
  private struct Place: Equatable {
    var region: Region
    var layout: BarsLayout
    var channels: Int
    var bands: Int
    /// The width of the canvas in columns.
    var width: Int
  }

  /// What `shown` was drawn with; nil when the region may contain anything else.
  private var place: Place?
  /// The bars that the region shows, one channel after the other.
  private var shown: [Bar?] = []

  /// Makes the next call draw the whole region, because other content was drawn into it.
  mutating func invalidate() { place = nil }

  /// Draws a picture and blanks all other cells of the region. `bar` returns the bar with this number of the picture;
  /// `draw` draws a column of it over that of an older one, or over blank cells with nil.
  mutating func draw(
    _ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas, bar: (Int) -> Bar,
    draw: (Bar, Bar?, Column, inout MutableSpan<Cell>) -> Void
  ) {
    guard region.rows > 0, region.columns > 0, canvas.contains(region) else { return }
    let width = canvas.columns
    let channels = min(layout.channels, picture.channels)
    let bands = min(layout.bands, picture.bands)
    let newPlace = Place(region: region, layout: layout, channels: channels, bands: bands, width: width)
    if place != newPlace {
      place = newPlace
      canvas.clear(region)
      shown = [Bar?](repeating: nil, count: channels * bands)
    }
    canvas.withCells { cells in
      for channel in 0..<channels {
        for band in 0..<bands {
          let new = bar(channel * picture.bands + band)
          let old = shown[channel * bands + band]
          if new == old { continue }
          shown[channel * bands + band] = new
          let column = layout.column(band: band, channel: channel)
          let last = min(column + layout.width(ofBar: band), region.columns)
          for place in max(column, 0)..<max(column, 0, last) {
            let ground = (region.row + region.rows - 1) * width + region.column + place
            draw(new, old, Column(ground: ground, width: width), &cells)
          }
        }
      }
    }
  }
}
