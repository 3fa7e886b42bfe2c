import AudioCore

/// What is to be measured and how it is to look. A value of this type is always valid.
public struct SpectrumOptions: Sendable, Hashable {
  /// How a bin's power is weighted by its frequency before it counts in a level.
  public enum Weighting: String, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// A-weighting of IEC 61672-1.
    case a
  }

  /// What becomes of the channels.
  public enum Channels: String, Sendable, CaseIterable {
    /// Their mean is measured.
    case mono
    /// Each is measured by itself, however many there are.
    case stereo
  }

  /// How levels become bars.
  public enum Profile: String, Sendable, CaseIterable {
    /// A real time analyser: height follows the level in decibels.
    case rta
    /// The look of the SpringRadio for iOS, number for number.
    case springradio
  }

  /// How levels become bars. `with(profile:)` gives the options of another profile.
  public let profile: Profile
  /// Number of bands, in `SpectrumConstants.bandCounts`.
  public let bands: Int
  /// Lower end of the lowest band, in hertz; above 0.
  public let low: Double
  /// Upper end of the highest band, in hertz; above `low`. Half the sample rate takes its place where that is less.
  public let high: Double
  /// Window length N, in frames: a power of two in `SpectrumConstants.fftSizes`.
  public let fftSize: Int
  /// Distance H of two windows, in frames; may exceed `fftSize`.
  public let hop: Int
  /// Weighting of the levels.
  public var weighting: Weighting
  /// What becomes of the channels.
  public var channels: Channels

  /// Options as asked for; what is nil takes the default of `profile`.
  /// - Throws: `TuneError.usage` with the option's name, what it was and what is allowed.
  public init(
    profile: Profile = .rta, bands: Int? = nil, low: Double? = nil, high: Double? = nil,
    fftSize: Int = SpectrumConstants.defaultFFTSize, hop: Int = SpectrumConstants.defaultHop,
    weighting: Weighting = .none, channels: Channels = .stereo
  ) throws(TuneError) {
    let defaults = SpectrumOptions(defaultsOf: profile)
    self.profile = profile
    self.bands = bands ?? defaults.bands
    self.low = low ?? defaults.low
    self.high = high ?? defaults.high
    self.fftSize = fftSize
    self.hop = hop
    self.weighting = weighting
    self.channels = channels
    if let fault { throw .usage(message: fault) }
  }

  /// The defaults of `profile`.
  public init(defaultsOf profile: Profile) {
    self.init(
      unchecked: profile, bands: SpectrumConstants.defaultBands, low: Self.defaultLow(of: profile),
      high: SpectrumConstants.defaultHigh, fftSize: SpectrumConstants.defaultFFTSize,
      hop: SpectrumConstants.defaultHop, weighting: .none, channels: .stereo)
  }

  /// The same for another profile. A `low` that is the old profile's default becomes the new one's, unless that does
  /// not lie below `high`.
  public func with(profile: Profile) -> SpectrumOptions {
    let newLow = Self.defaultLow(of: profile)
    let changesLow = low == Self.defaultLow(of: self.profile) && newLow < high
    return SpectrumOptions(
      unchecked: profile, bands: bands, low: changesLow ? newLow : low, high: high, fftSize: fftSize, hop: hop,
      weighting: weighting, channels: channels)
  }

  /// The same with another number of bands, brought into the range allowed.
  public func with(bands: Int) -> SpectrumOptions {
    let allowed = SpectrumConstants.bandCounts
    return SpectrumOptions(
      unchecked: profile, bands: min(max(bands, allowed.lowerBound), allowed.upperBound), low: low, high: high,
      fftSize: fftSize, hop: hop, weighting: weighting, channels: channels)
  }

  private init(
    unchecked profile: Profile, bands: Int, low: Double, high: Double, fftSize: Int, hop: Int, weighting: Weighting,
    channels: Channels
  ) {
    self.profile = profile
    self.bands = bands
    self.low = low
    self.high = high
    self.fftSize = fftSize
    self.hop = hop
    self.weighting = weighting
    self.channels = channels
  }

  private static func defaultLow(of profile: Profile) -> Double {
    switch profile {
    case .rta: SpectrumConstants.defaultLow
    case .springradio: SpectrumConstants.springRadioDefaultLow
    }
  }

  /// What is wrong with these options, in one line.
  private var fault: String? {
    let counts = SpectrumConstants.bandCounts
    let sizes = SpectrumConstants.fftSizes
    let hops = SpectrumConstants.hops
    if !counts.contains(bands) {
      return "--bands \(bands): the number of bands must be from \(counts.lowerBound) to \(counts.upperBound)"
    }
    if !low.isFinite || low <= 0 {
      return "--low \(DecimalText.hertz(low)): the lowest frequency must be above 0 Hz"
    }
    if !high.isFinite || high <= 0 {
      return "--high \(DecimalText.hertz(high)): the highest frequency must be above 0 Hz"
    }
    if low >= high {
      return "--low \(DecimalText.hertz(low)) must be below --high \(DecimalText.hertz(high)) (both in Hz)"
    }
    if !sizes.contains(fftSize) || fftSize & (fftSize - 1) != 0 {
      return "--fft-size \(fftSize): it must be a power of two from \(sizes.lowerBound) to \(sizes.upperBound), "
        + "such as \(SpectrumConstants.defaultFFTSize)"
    }
    if !hops.contains(hop) {
      return "--hop \(hop): the distance of two windows must be from \(hops.lowerBound) to \(hops.upperBound) samples"
    }
    return nil
  }
}
