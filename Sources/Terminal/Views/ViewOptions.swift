import Spectrum

/// What a view begins with.
public struct ViewOptions: Sendable, Equatable {
  /// What is measured and how it looks. Its number of bands does not count: see `bands`.
  public var spectrum: SpectrumOptions
  /// Bands as the user asked for them, drawn when they fit; nil lets the width of the terminal decide.
  public var bands: Int?
  /// Pictures a second while there is sound, 1…240.
  public var framesPerSecond: Int

  /// Pictures a second of a terminal that keeps up.
  public static let defaultFramesPerSecond = 60

  /// Options of a view.
  public init(
    spectrum: SpectrumOptions = SpectrumOptions(defaultsOf: .rta), bands: Int? = nil,
    framesPerSecond: Int = ViewOptions.defaultFramesPerSecond
  ) {
    self.spectrum = spectrum
    self.bands = bands
    self.framesPerSecond = min(max(framesPerSecond, 1), 240)
  }
}
