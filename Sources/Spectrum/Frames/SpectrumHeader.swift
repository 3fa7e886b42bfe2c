public import AudioCore

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
