public import AudioCore

/// What an expectation is about. The raw value is its name on the command line and in JSON.
public enum Quantity: String, Sendable, Hashable, CaseIterable {
  /// The frequency of the strongest component of every window, in hertz.
  case tone
  /// The level of that component; a full-scale sine has 0 dBFS.
  case level
  /// How far everything but the tone lies below it, in decibels.
  case only
  /// All sound is silence.
  case silent
  /// Not all sound is silence.
  case notSilent = "not-silent"
  /// The longest silence, in seconds.
  case silence
  /// The mean level of a channel; a full-scale sine has 0 dBFS (AES17).
  case rms
  /// The greatest sample of a channel, in dBFS.
  case peak
  /// The true peak by BS.1770, in dBTP.
  case truePeak = "true-peak"
  /// The integrated loudness by BS.1770, in LUFS.
  case lufs
  /// The loudness range by EBU Tech 3342, in LU.
  case lufsRange = "lufs-range"
  /// The mean of the samples of a channel; 1 is full scale.
  case dc
  /// Samples at full scale, in all channels or in one.
  case clipped
  /// The number of channels.
  case channels
  /// The sample rate, in hertz.
  case rate
  /// The name of the codec.
  case codec
  /// The duration of the sound, in seconds.
  case duration
  /// A title that the source announces.
  case title
  /// The level of the second channel less that of the first, in decibels.
  case balance
  /// The sign of the correlation of two channels.
  case phase
  /// All channels have the same sound.
  case isMono = "is-mono"
  /// The mean level of a frequency band, in dBFS.
  case band
  /// The difference from a stored measurement, in decibels.
  case golden
  /// The difference from another sound, in decibels.
  case like
  /// The time of the first sound, in seconds.
  case startsWithin = "starts-within"
  /// The holes of a live source.
  case gaps

  /// The name as that of an option, for ``OptionError``.
  public var option: OptionName { OptionName(rawValue) }

  /// The unit of the quantity; empty for a plain number.
  var unit: String { properties.unit.rawValue }
  /// The units that a number may end with, and the factor of each; the longest first.
  var suffixes: [(text: String, factor: Double)] { properties.unit.suffixes }
  /// The tolerance of a value without one.
  var tolerance: Double { properties.tolerance }
  /// The values that make sense.
  var range: ClosedRange<Double> { properties.range }
  /// The decimals that are written.
  var decimals: Int { properties.decimals }
  /// True when the value is a whole number.
  var isWhole: Bool { decimals == 0 }
  /// Values for messages.
  var examples: String { properties.examples }

  /// The units; the raw value is the usual one of a quantity.
  private enum Unit: String {
    case none = ""
    case hertz = "Hz"
    case fullScale = "dBFS"
    case decibels = "dB"
    case seconds = "s"
    case truePeak = "dBTP"
    case loudness = "LUFS"
    case loudnessRange = "LU"

    var suffixes: [(text: String, factor: Double)] {
      switch self {
      case .none: []
      case .hertz: [("kHz", 1000), ("Hz", 1)]
      case .fullScale: [("dBFS", 1), ("dB", 1)]
      case .decibels: [("dB", 1)]
      case .seconds: [("ms", 0.001), ("s", 1)]
      case .truePeak: [("dBTP", 1), ("dBFS", 1), ("dB", 1)]
      case .loudness: [("LUFS", 1), ("LU", 1)]
      case .loudnessRange: [("LU", 1)]
      }
    }
  }

  private struct Properties {
    let unit: Unit
    let range: ClosedRange<Double>
    let tolerance: Double
    let decimals: Int
    let examples: String

    init(
      _ unit: Unit, _ range: ClosedRange<Double>, tolerance: Double = 0, decimals: Int = 2, _ examples: String
    ) {
      (self.unit, self.range, self.tolerance, self.decimals) = (unit, range, tolerance, decimals)
      self.examples = examples
    }

    /// Properties of an expectation that has no number.
    init(_ examples: String) { self.init(.none, 0...0, decimals: 0, examples) }
  }

  /// The levels that make sense, in decibels.
  private static let levels = -300.0...300

  private var properties: Properties {
    switch self {
    case .tone: Properties(.hertz, 20...200_000, tolerance: 1, "997 or 997±1")
    case .level: Properties(.fullScale, Self.levels, tolerance: 0.5, "-20±0.5, max:-19 or min:-21")
    case .only: Properties(.decibels, Self.levels, "60, the decibels that everything else lies below the tone")
    case .silence: Properties(.seconds, 0...1e9, tolerance: 0.1, decimals: 3, "max:0.5s or min:2s")
    case .rms: Properties(.fullScale, Self.levels, tolerance: 0.5, "-20±0.5, max:-10 or min:-40")
    case .peak: Properties(.fullScale, Self.levels, tolerance: 0.5, "max:-1, min:-20 or -6±0.5")
    case .truePeak: Properties(.truePeak, Self.levels, tolerance: 0.5, "max:-1, min:-20 or -6±0.5")
    case .lufs: Properties(.loudness, Self.levels, tolerance: 0.5, "-23±0.5, max:-14 or min:-30")
    case .lufsRange: Properties(.loudnessRange, 0...300, tolerance: 1, "7±1, max:15 or min:2")
    case .dc:
      Properties(.none, -100...100, tolerance: 0.001, decimals: 6, "max:0.001 or 0±0.001 (1 is full scale)")
    case .clipped, .gaps: Properties(.none, 0...1e15, decimals: 0, "max:0")
    case .channels: Properties(.none, 1...255, decimals: 0, "2 or min:1")
    case .rate: Properties(.hertz, 1...1_000_000, decimals: 0, "44100 or min:44100")
    case .duration: Properties(.seconds, 0...1e9, tolerance: 0.1, decimals: 3, "30±0.1, max:60 or min:10s")
    case .balance: Properties(.decibels, Self.levels, tolerance: 1, "0±3, max:3 or min:-3")
    case .band: Properties(.fullScale, Self.levels, tolerance: 1, "LOW-HIGH=LEVEL, such as 1000-2000=-20±1")
    case .startsWithin: Properties(.seconds, 0...1e9, decimals: 3, "2s or 500ms")
    case .golden, .like: Properties(.decibels, 0...300, tolerance: 0.5, "0.5dB")
    case .silent, .notSilent, .isMono: Properties("nothing")
    case .codec: Properties(Codec.allCases.map(\.rawValue).joined(separator: ", "))
    case .title: Properties("a POSIX extended regular expression")
    case .phase: Properties("in or out")
    }
  }
}
