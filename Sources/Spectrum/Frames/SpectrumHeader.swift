import AudioCore

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

  /// True when a frame has one row: for mono sound, or for the mean of the channels.
  public var isMono: Bool { format.channels == 1 || options.channels == .mono }

  /// Creates a header without ``clock``, as for offline use; the caller may set it later.
  public init(format: AudioFormat, options: SpectrumOptions, layout: BandLayout) {
    self.format = format
    self.options = options
    self.layout = layout
  }
}
