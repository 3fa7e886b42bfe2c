/// The bars at one moment, as a view draws them.
package struct BarPicture: Equatable, Sendable {
  /// Spectra: 1, or 2 for left and right.
  package var channels: Int
  /// Bands of each.
  package var bands: Int
  /// Heights, channels × bands, 0…1 of the region; more is cut.
  package var heights: [Float]
  /// Heights of the peak caps, channels × bands.
  package var caps: [Float]
  /// Lower edge of the first band and upper edge of the last, in hertz.
  package var frequencies: ClosedRange<Double>
  /// Levels at the ground and at the top, in dBFS; nil when heights are no levels.
  package var levels: ClosedRange<Double>?

  /// Bars that all lie on the ground.
  package init(channels: Int, bands: Int, frequencies: ClosedRange<Double>, levels: ClosedRange<Double>?) {
    self.channels = channels
    self.bands = bands
    self.frequencies = frequencies
    self.levels = levels
    heights = [Float](repeating: 0, count: channels * bands)
    caps = heights
  }

  /// Columns of eighth blocks could not show a height below this.
  private static let visibleHeight: Float = 0.002

  /// True when there is nothing to see.
  package var isFlat: Bool {
    heights.allSatisfy { $0 < Self.visibleHeight } && caps.allSatisfy { $0 < Self.visibleHeight }
  }
}
