import AudioCore

/// The measurement of one window of sound. The rows are the channels, or one row with their mean. Per-band arrays hold
/// `rows × bands` numbers, row after row.
public struct SpectrumFrame: Sendable, Equatable {
  /// Number of this frame since the start of the stream, from 0.
  public var index: Int
  /// The centre of the window, in seconds since the start of the stream.
  public var time: Double
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

  /// Creates a frame of silence.
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

/// Loudness by ITU-R BS.1770 and EBU R 128 in LUFS, up to the end of a frame's sound.
public struct FrameLoudness: Sendable, Equatable {
  /// Of the last 400 ms; nil before there are as many.
  public var momentary: Double?
  /// Of the last 3 s; nil before there are as many.
  public var shortTerm: Double?
  /// Of all sound, gated; nil before anything passed the gate.
  public var integrated: Double?

  /// Creates values.
  public init(momentary: Double?, shortTerm: Double?, integrated: Double?) {
    self.momentary = momentary
    self.shortTerm = shortTerm
    self.integrated = integrated
  }
}

/// The source format and the options of the frames that follow.
public struct SpectrumHeader: Sendable, Equatable {
  /// The format of the sound.
  public let format: AudioFormat
  /// The options of the measurement.
  public let options: SpectrumOptions
  /// The bands.
  public let layout: BandLayout
  /// The wall-clock time of the stream's time 0, in seconds since 1970. Added to a frame's time it gives the time of
  /// the frame. Nil where the same input must give the same bytes.
  public var clock: Double?
  /// The channels of the source: more than those of `format` when more than two were mixed down to stereo.
  public var sourceChannels: Int
  /// Samples of one channel that are in no frame, because the sound changed to this format before their window was full.
  public var unframed = 0

  /// True when a frame has one row: for mono sound, or for the mean of the channels.
  public var isMono: Bool { format.channels == 1 || options.channels == .mono }
  /// Number of rows of a frame.
  public var rows: Int { isMono ? 1 : format.channels }
  /// The rows of a frame in a word: `mono` for one, `all` for each of more than two channels that were requested as they
  /// are, else `stereo`.
  var mode: String { isMono ? "mono" : format.channels > 2 && options.channels == .all ? "all" : "stereo" }

  /// Creates a header without ``clock``, as for offline use; the caller may set it later.
  public init(format: AudioFormat, options: SpectrumOptions, layout: BandLayout) {
    self.format = format
    self.options = options
    self.layout = layout
    sourceChannels = format.channels
  }
}

/// The output of a `SpectrumStream`, in order.
public enum SpectrumEvent: Sendable {
  /// Sound in this format begins: at the start, and at every change of sample rate or channels.
  case header(SpectrumHeader)
  /// One window was measured.
  case frame(SpectrumFrame)
  /// A title, `time` seconds into the stream. It comes before the first frame of that time or later.
  case metadata(time: Double, StreamMetadata)
}
