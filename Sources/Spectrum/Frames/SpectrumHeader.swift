import AudioCore

/// What the frames that follow were measured from, and how.
public struct SpectrumHeader: Sendable, Equatable {
  /// The format of the sound.
  public let format: AudioFormat
  /// What is measured.
  public let options: SpectrumOptions
  /// The bands.
  public let layout: BandLayout
  /// The wall clock's time at which the stream's time was 0, in seconds since 1970: a frame's time added to it is when
  /// the frame came. Nil where the same input must give the same bytes.
  public var clock: Double?

  /// True when a frame has one row: of a mono sound, or of the mean of the channels.
  public var isMono: Bool { format.channels == 1 || options.channels == .mono }

  /// A header for offline use; ``clock`` may be set later.
  public init(format: AudioFormat, options: SpectrumOptions, layout: BandLayout) {
    self.format = format
    self.options = options
    self.layout = layout
  }
}
