/// Which columns of a region belong to which band.
///
/// With two channels the region is two halves that share the lows in the middle: the left channel grows to the left, the
/// right one to the right.
package struct BarsLayout: Equatable, Sendable {
  /// Width of the region.
  package let columns: Int
  /// 1 or 2 spectra side by side.
  package let channels: Int
  /// Bands of each.
  package let bands: Int
  /// Columns of one bar.
  package let barColumns: Int
  /// Free columns between two bars.
  package let gap: Int
  /// Column of the first bar of a single spectrum, or of the right one of two.
  private let origin: Int
  /// Column of the left channel's first bar.
  private let mirroredOrigin: Int

  /// Widths from which bars are two columns wide, and from which there are gaps between bars.
  private static let wide = 90
  private static let spacious = 20

  /// Shares `columns` among bands: `requested` ones when they fit, else as many as fit; nil leaves it to the width.
  package init(columns: Int, channels: Int, requested: Int? = nil) {
    self.columns = max(columns, 0)
    self.channels = channels >= 2 && columns >= 2 ? 2 : 1
    let middleGap = self.channels == 2 ? (columns >= 9 ? 2 - columns % 2 : columns % 2) : 0
    let room = max((self.columns - middleGap) / self.channels, 1)
    if let requested {
      bands = min(max(requested, 1), room)
      let slot = max((room + 1) / bands, 1)
      gap = slot > 1 ? 1 : 0
      barColumns = slot - gap
    } else {
      gap = room >= Self.spacious ? 1 : 0
      barColumns = room >= Self.wide ? 2 : 1
      bands = (room + gap) / (barColumns + gap)
    }
    let used = bands * (barColumns + gap) - gap
    if self.channels == 2 {
      mirroredOrigin = room - barColumns
      origin = self.columns - room
    } else {
      origin = max((self.columns - used) / 2, 0)
      mirroredOrigin = origin
    }
  }

  /// First column of a bar within the region; `channel` 0 is the left one of two.
  package func column(band: Int, channel: Int) -> Int {
    let step = band * (barColumns + gap)
    return channels == 2 && channel == 0 ? mirroredOrigin - step : origin + step
  }
}
