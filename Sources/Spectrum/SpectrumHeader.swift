import AudioCore

/// What the frames that follow were measured from, and how.
public struct SpectrumHeader: Sendable, Equatable {
  /// The format of the sound.
  public let format: AudioFormat
  /// What is measured.
  public let options: SpectrumOptions
  /// The bands.
  public let layout: BandLayout

  /// A header with all its fields.
  public init(format: AudioFormat, options: SpectrumOptions, layout: BandLayout) {
    self.format = format
    self.options = options
    self.layout = layout
  }
}
