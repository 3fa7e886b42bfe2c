/// The assignment of a region's columns to bands.
///
/// With two channels the region has two halves whose lowest bands meet in the middle: the left channel extends to the
/// left, the right one to the right.
package struct BarsLayout: Equatable, Sendable {
  /// The width of the region.
  package let columns: Int
  /// The number of spectra side by side: 1 or 2.
  package let channels: Int
  /// The number of bands per spectrum.
  package let bands: Int
  /// The width of one bar in columns. With a requested number of bands, some bars are one column wider, so that the
  /// bars fill the region.
  package let barColumns: Int
  /// The number of free columns between two bars.
  package let gap: Int
  /// The width of one spectrum: its bars and the gaps between them.
  private let span: Int
  /// The first column of a single spectrum, or of the right one of two.
  private let origin: Int
  /// The column after the left channel's bar of the lowest band.
  private let mirroredEnd: Int

  /// The widths per channel from which bars are two columns wide with gaps, and from which they are three columns wide.
  /// Narrower bars have no gaps: columns that are on and off by turns do not look like bars.
  private static let spacious = 24
  private static let wide = 240

  /// Divides `columns` among bands: the `requested` number, or as many as fit if that is less. With nil the width
  /// decides. Bars of one column have no gaps.
  package init(columns: Int, channels: Int, requested: Int? = nil) {
    self.columns = max(columns, 0)
    self.channels = channels >= 2 && columns >= 2 ? 2 : 1
    let middleGap = self.channels == 2 ? (columns >= 9 ? 2 - columns % 2 : columns % 2) : 0
    let half = max((self.columns - middleGap) / self.channels, 1)
    if let requested {
      bands = min(max(requested, 1), half)
      let slot = (half + 1) / bands
      gap = slot > 2 ? 1 : 0
      barColumns = gap > 0 ? slot - gap : half / bands
      span = half
    } else {
      gap = half >= Self.spacious ? 1 : 0
      barColumns = half >= Self.wide ? 3 : gap + 1
      bands = (half + gap) / (barColumns + gap)
      span = bands * (barColumns + gap) - gap
    }
    mirroredEnd = half
    origin = self.channels == 2 ? self.columns - half : max((self.columns - span) / 2, 0)
  }

  /// Returns the column where a bar begins, counted from the first bar's column.
  private func start(_ band: Int) -> Int { band * (span + gap) / bands }

  /// Returns the width of the bar of `band` in columns.
  package func width(ofBar band: Int) -> Int { start(band + 1) - start(band) - gap }

  /// Returns the first column of a bar within the region. Channel 0 is the left one of two.
  package func column(band: Int, channel: Int) -> Int {
    channels == 2 && channel == 0 ? mirroredEnd - start(band) - width(ofBar: band) : origin + start(band)
  }
}
