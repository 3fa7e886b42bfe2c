/// The measurement of one window of sound. The rows are the channels, or one row with their mean. Per-band arrays hold
/// `rows × bands` numbers, row after row.
public struct SpectrumFrame: Sendable, Equatable {
  /// Number of this frame since the start of the stream, from 0.
  public var index = 0
  /// The centre of the window, in seconds since the start of the stream.
  public var time = 0.0
  /// Number of zeros behind the sound in the window, in frames; 0 except where sound ends within the window.
  public var padded = 0
  /// Number of rows: 1 for mono, otherwise the channels of the stream.
  public let rows: Int
  /// Number of bands in each row.
  public let bands: Int
  /// Band levels in dBFS, at least −120.
  public var levels: [Float]
  /// Heights of the profile for these levels: 0…1 for `rta`, 0 and up for `springradio`.
  public var heights: [Float]
  /// Bar heights after the profile's ballistics, as in the JSON frames: 0…1 for `rta`, 0 and up for `springradio`.
  public var bars: [Float]
  /// Greatest magnitude of a sample in each row, in dBFS, at least −120.
  public var peak: [Float]
  /// Root mean square of each row, in dBFS relative to a sine, at least −120.
  public var rms: [Float]
  /// Loudness at the end of the frame's sound; nil when it is not measured.
  public var loudness: FrameLoudness?
  /// Decibels that a live view adds to every level, see ``LiveSensitivity``; nil when they are not followed.
  public var gain: Float?

  /// Creates a frame of silence.
  public init(rows: Int, bands: Int) {
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
