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
  /// Columns of one bar; where a number of bands was asked for, some have a column more, so that all of them fill the
  /// region.
  package let barColumns: Int
  /// Free columns between two bars.
  package let gap: Int
  /// Columns that the bars of one spectrum and the gaps between them share.
  private let span: Int
  /// Column of the first bar of a single spectrum, or of the right one of two.
  private let origin: Int
  /// Column behind the left channel's first bar.
  private let mirroredEnd: Int

  /// Widths from which bars are two columns wide, and from which there are gaps between bars.
  private static let wide = 90
  private static let spacious = 20

  /// Shares `columns` among bands: `requested` ones when they fit, else as many as fit; nil leaves it to the width.
  package init(columns: Int, channels: Int, requested: Int? = nil) {
    self.columns = max(columns, 0)
    self.channels = channels >= 2 && columns >= 2 ? 2 : 1
    let middleGap = self.channels == 2 ? (columns >= 9 ? 2 - columns % 2 : columns % 2) : 0
    let half = max((self.columns - middleGap) / self.channels, 1)
    if let requested {
      bands = min(max(requested, 1), half)
      let slot = max((half + 1) / bands, 1)
      gap = slot > 1 ? 1 : 0
      barColumns = slot - gap
      span = half
    } else {
      gap = half >= Self.spacious ? 1 : 0
      barColumns = half >= Self.wide ? 2 : 1
      bands = (half + gap) / (barColumns + gap)
      span = bands * (barColumns + gap) - gap
    }
    mirroredEnd = half
    origin = self.channels == 2 ? self.columns - half : max((self.columns - span) / 2, 0)
  }

  /// Column where a bar begins, counted from the first bar's.
  private func start(_ band: Int) -> Int { band * (span + gap) / bands }

  /// Columns that the bar of `band` is wide.
  package func width(ofBar band: Int) -> Int { start(band + 1) - start(band) - gap }

  /// First column of a bar within the region; `channel` 0 is the left one of two.
  package func column(band: Int, channel: Int) -> Int {
    channels == 2 && channel == 0 ? mirroredEnd - start(band) - width(ofBar: band) : origin + start(band)
  }
}
