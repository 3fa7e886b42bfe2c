import Spectrum

/// What spectra are asked for.
public struct SpectrumQuery: Sendable, Equatable {
  /// Frames a second that a daemon gives: 1…60.
  public static let rates = 1...60

  /// What is measured and how it becomes bars; its hop does not count.
  public var options: SpectrumOptions
  /// Frames a second, in ``rates``.
  public var framesPerSecond: Int

  /// A question for frames of `options`; `framesPerSecond` is brought into ``rates``.
  public init(_ options: SpectrumOptions, framesPerSecond: Int) {
    self.options = options
    self.framesPerSecond = min(max(framesPerSecond, Self.rates.lowerBound), Self.rates.upperBound)
  }

  /// Where it is asked.
  public var path: String {
    """
    /api/spectrum?fps=\(framesPerSecond)&bands=\(options.bands)&channels=\(options.channels.rawValue)\
    &low=\(options.low)&high=\(options.high)&fftSize=\(options.fftSize)&weighting=\(options.weighting.rawValue)\
    &profile=\(options.profile.rawValue)
    """
  }
}
