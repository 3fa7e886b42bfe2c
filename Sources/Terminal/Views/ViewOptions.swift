import Spectrum

/// The options of a view at its start.
public struct ViewOptions: Sendable, Equatable {
  /// The options of the measurement and of the bars. Its number of bands is ignored: see `bands`.
  public var spectrum: SpectrumOptions
  /// The number of bands that the user requested, shown when they fit. With nil the width of the terminal decides.
  public var bands: Int?
  /// The number of pictures per second while there is sound, 1…240.
  public var framesPerSecond: Int

  /// The default number of pictures per second.
  public static let defaultFramesPerSecond = 60

  /// Creates the options of a view.
  public init(
    spectrum: SpectrumOptions = SpectrumOptions(defaultsOf: .rta), bands: Int? = nil,
    framesPerSecond: Int = ViewOptions.defaultFramesPerSecond
  ) {
    self.spectrum = spectrum
    self.bands = bands
    self.framesPerSecond = min(max(framesPerSecond, 1), 240)
  }
}
