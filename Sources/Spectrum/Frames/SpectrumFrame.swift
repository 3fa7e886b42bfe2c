/// What one window of sound measured. Rows are channels, or the one mean of them; per-band arrays hold `rows × bands`
/// numbers, row after row.
public struct SpectrumFrame: Sendable, Equatable {
  /// Number of this frame since the stream was tuned in, from 0.
  public var index: Int
  /// The window's centre, in seconds since the stream was tuned in.
  public var time: Double
  /// Number of rows: 1 for mono, else the channels of the stream.
  public let rows: Int
  /// Number of bands in each row.
  public let bands: Int
  /// Band levels, in dBFS, −120 at least.
  public var levels: [Float]
  /// What the profile makes of the levels at this instant: 0…1 for `rta`, 0 and up for `springradio`.
  public var heights: [Float]
  /// Bar heights after the profile's ballistics, as JSON has them; 0…1, for `springradio` 0 and up.
  public var bars: [Float]
  /// Greatest magnitude of a sample in each row, in dBFS, −120 at least.
  public var peak: [Float]
  /// Root mean square of each row, in dBFS of a sine, −120 at least.
  public var rms: [Float]

  /// A frame of silence.
  public init(rows: Int, bands: Int) {
    index = 0
    time = 0
    self.rows = rows
    self.bands = bands
    levels = [Float](repeating: SpectrumConstants.floorDecibels, count: rows * bands)
    heights = [Float](repeating: 0, count: rows * bands)
    bars = heights
    peak = [Float](repeating: SpectrumConstants.floorDecibels, count: rows)
    rms = peak
  }

  /// The levels of one row, lowest band first.
  public func levels(row: Int) -> ArraySlice<Float> { levels[range(row)] }

  /// The heights of one row, lowest band first.
  public func heights(row: Int) -> ArraySlice<Float> { heights[range(row)] }

  /// The bars of one row, lowest band first.
  public func bars(row: Int) -> ArraySlice<Float> { bars[range(row)] }

  private func range(_ row: Int) -> Range<Int> { row * bands..<(row + 1) * bands }
}
