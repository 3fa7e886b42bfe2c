/// The bars at one moment, as a view draws them.
package struct BarPicture: Equatable, Sendable {
  /// The number of spectra: 1, or 2 for left and right.
  package var channels: Int
  /// The number of bands per spectrum.
  package var bands: Int
  /// The heights of the bars, channels × bands, as a share 0…1 of the region; greater values are cut.
  package var heights: [Float]
  /// The heights of the peak caps, channels × bands.
  package var caps: [Float]
  /// The lower edge of the first band and the upper edge of the last, in hertz.
  package var frequencies: ClosedRange<Double>
  /// The levels at the bottom and at the top of the region, in dBFS; nil when heights do not stand for levels.
  package var levels: ClosedRange<Double>?

  /// Creates a picture in which all bars have height 0.
  package init(channels: Int, bands: Int, frequencies: ClosedRange<Double>, levels: ClosedRange<Double>?) {
    self.channels = channels
    self.bands = bands
    self.frequencies = frequencies
    self.levels = levels
    heights = [Float](repeating: 0, count: channels * bands)
    caps = heights
  }

  /// The smallest visible height: columns of eighth blocks cannot show less.
  private static let visibleHeight: Float = 0.002

  /// True when no bar and no cap is visible.
  package var isFlat: Bool {
    heights.allSatisfy { $0 < Self.visibleHeight } && caps.allSatisfy { $0 < Self.visibleHeight }
  }
}
