import RadioModel
public import Spectrum

/// The parameters of a request for spectrum frames.
public struct SpectrumQuery: Sendable, Equatable {
  /// The frame rates that a daemon supports, in frames per second: 1…60.
  public static let rates = 1...60

  /// The options of the measurement and of the bars; `hop` is ignored.
  public var options: SpectrumOptions
  /// The frame rate in frames per second, within ``rates``.
  public var framesPerSecond: Int

  /// Creates a query for frames of `options`; `framesPerSecond` is clamped to ``rates``.
  public init(_ options: SpectrumOptions, framesPerSecond: Int) {
    self.options = options
    self.framesPerSecond = min(max(framesPerSecond, Self.rates.lowerBound), Self.rates.upperBound)
  }

  /// The path of the request.
  public var path: String {
    """
    \(Endpoint.spectrum.path())?fps=\(framesPerSecond)&bands=\(options.bands)&channels=\(options.channels.rawValue)\
    &low=\(options.low)&high=\(options.high)&fftSize=\(options.fftSize)&weighting=\(options.weighting.rawValue)\
    &profile=\(options.profile.rawValue)
    """
  }
}
