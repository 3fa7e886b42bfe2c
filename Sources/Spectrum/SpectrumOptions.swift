public import AudioCore

/// The options of measurement and display. A value of this type is always valid.
public struct SpectrumOptions: Sendable, Hashable {
  /// The weighting of a bin's power by its frequency.
  public enum Weighting: String, Sendable, CaseIterable {
    /// No weighting.
    case none
    /// A-weighting of IEC 61672-1.
    case a
  }

  /// The treatment of the channels.
  public enum Channels: String, Sendable, CaseIterable {
    /// One row for each channel, as the source has them.
    case all
    /// One row for each channel, after more than two were mixed down to stereo as for playback.
    case stereo
    /// One row with the mean of all channels.
    case mono

    /// True when the sound must be mixed down before it is measured.
    public var mixesDown: Bool { self == .stereo }
  }

  /// The treatment of the channels of sound that plays, of which there are two at most.
  public enum LiveChannels: String, Sendable, CaseIterable {
    /// One row with the mean of the channels.
    case mono
    /// One row for each channel.
    case stereo

    /// The treatment in the options of the measurement.
    public var channels: Channels { self == .mono ? .mono : .stereo }
  }

  /// The conversion of levels to bars.
  public enum Profile: String, Sendable, CaseIterable {
    /// A real-time analyser: the height follows the level in decibels.
    case rta
    /// The display of SpringRadio for iOS, with exactly its numbers.
    case springradio
  }

  /// The conversion of levels to bars. `with(profile:)` returns the options for another profile.
  public private(set) var profile: Profile
  /// Number of bands, in `SpectrumConstants.bandCounts`.
  public private(set) var bands = SpectrumConstants.defaultBands
  /// Lower edge of the lowest band, in hertz; above 0.
  public private(set) var low: Double
  /// Upper edge of the highest band, in hertz; above `low`. Half the sample rate replaces it where that is lower.
  public private(set) var high = SpectrumConstants.defaultHigh
  /// Window length N, in frames: a power of two in `SpectrumConstants.fftSizes`.
  public private(set) var fftSize = SpectrumConstants.defaultFFTSize
  /// Hop H, in frames; may exceed `fftSize`.
  public private(set) var hop = SpectrumConstants.defaultHop
  /// Frames a second, in `SpectrumConstants.frameRates`: they take the place of `hop`. Nil for the hop.
  public private(set) var framesPerSecond: Double?
  /// Weighting of the levels.
  public var weighting = Weighting.none
  /// The treatment of the channels.
  public var channels = Channels.stereo

  /// Creates options from the given values; nil selects the default of `profile`, and for `framesPerSecond` the hop.
  /// - Throws: `OptionError` with the option's name, its value and the allowed values.
  public init(
    profile: Profile = .rta, bands: Int? = nil, low: Double? = nil, high: Double? = nil,
    fftSize: Int = SpectrumConstants.defaultFFTSize, hop: Int = SpectrumConstants.defaultHop,
    framesPerSecond: Double? = nil, weighting: Weighting = .none, channels: Channels = .stereo
  ) throws(OptionError) {
    self.init(defaultsOf: profile)
    if let bands { self.bands = bands }
    if let low { self.low = low }
    if let high { self.high = high }
    (self.fftSize, self.hop, self.framesPerSecond) = (fftSize, hop, framesPerSecond)
    (self.weighting, self.channels) = (weighting, channels)
    if let fault { throw OptionError(fault) }
  }

  /// Creates the default options of `profile`.
  public init(defaultsOf profile: Profile) {
    self.profile = profile
    low = Self.defaultLow(of: profile)
  }

  /// Returns these options for another profile. A `low` that is the old profile's default becomes the new profile's
  /// default, unless that is not below `high`.
  public func with(profile: Profile) -> SpectrumOptions {
    var options = self
    options.profile = profile
    let newLow = Self.defaultLow(of: profile)
    if low == Self.defaultLow(of: self.profile), newLow < high { options.low = newLow }
    return options
  }

  /// Returns these options with another number of bands, clamped to the allowed range.
  public func with(bands: Int) -> SpectrumOptions {
    let allowed = SpectrumConstants.bandCounts
    var options = self
    options.bands = min(max(bands, allowed.lowerBound), allowed.upperBound)
    return options
  }

  /// Returns these options with another hop, clamped to the allowed range.
  package func with(hop: Int) -> SpectrumOptions {
    let allowed = SpectrumConstants.hops
    var options = self
    options.hop = min(max(hop, allowed.lowerBound), allowed.upperBound)
    return options
  }

  /// Returns the first frame of window `index`, from 0, of sound of `sampleRate`: with `framesPerSecond` the frame
  /// nearest to the time index / framesPerSecond, so that windows of sounds of different rates begin at the same time.
  /// No two windows begin with the same frame.
  func windowStart(_ index: Int, sampleRate: Int) -> Int {
    guard let framesPerSecond else { return index * hop }
    return max(index, Int((Double(index) * Double(sampleRate) / framesPerSecond).rounded()))
  }

  /// Returns the distance of two windows in sound of `sampleRate`, in frames; with `framesPerSecond` rounded.
  func hop(sampleRate: Int) -> Int {
    framesPerSecond.map { max(1, Int((Double(sampleRate) / $0).rounded())) } ?? hop
  }

  private static func defaultLow(of profile: Profile) -> Double {
    profile == .rta ? SpectrumConstants.defaultLow : SpectrumConstants.springRadioDefaultLow
  }

  /// The first fault of these options, in one line; nil when they are valid.
  private var fault: OptionError.Message? {
    let counts = SpectrumConstants.bandCounts
    let sizes = SpectrumConstants.fftSizes
    let hops = SpectrumConstants.hops
    if !counts.contains(bands) {
      return "\(option: .bands) \(bands): the number of bands must be from \(counts.lowerBound) to \(counts.upperBound)"
    }
    if !low.isFinite || low <= 0 {
      return "\(option: .low) \(DecimalText.hertz(low)): the lowest frequency must be above 0 Hz"
    }
    if !high.isFinite || high <= 0 {
      return "\(option: .high) \(DecimalText.hertz(high)): the highest frequency must be above 0 Hz"
    }
    if low >= high {
      let (lowest, highest) = (DecimalText.hertz(low), DecimalText.hertz(high))
      return "\(option: .low) \(lowest) must be below \(option: .high) \(highest) (both in Hz)"
    }
    if !sizes.contains(fftSize) || fftSize & (fftSize - 1) != 0 {
      return """
        \(option: .fftSize) \(fftSize): it must be a power of two from \(sizes.lowerBound) to \(sizes.upperBound), \
        such as \(SpectrumConstants.defaultFFTSize)
        """
    }
    if !hops.contains(hop) {
      return """
        \(option: .hop) \(hop): the distance of two windows must be from \(hops.lowerBound) to \(hops.upperBound) \
        samples
        """
    }
    let rates = SpectrumConstants.frameRates
    if let framesPerSecond, !rates.contains(framesPerSecond) {
      return """
        \(option: .framesPerSecond) \(framesPerSecond): the number of frames a second must be from \(rates.lowerBound) \
        to \(Int(rates.upperBound))
        """
    }
    return nil
  }
}

extension OptionName {
  /// The number of bands.
  public static let bands = OptionName("bands")
  /// The lower edge of the lowest band.
  public static let low = OptionName("low")
  /// The upper edge of the highest band.
  public static let high = OptionName("high")
  /// The length of a window.
  public static let fftSize = OptionName("fftSize")
  /// The distance of two windows.
  public static let hop = OptionName("hop")
  /// The number of frames a second.
  public static let framesPerSecond = OptionName("framesPerSecond")
}
