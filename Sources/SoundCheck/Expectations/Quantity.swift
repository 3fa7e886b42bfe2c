import AudioCore

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
  var unit: String {
    switch self {
    case .tone, .rate: "Hz"
    case .level, .rms, .peak, .band: "dBFS"
    case .only, .balance, .golden, .like: "dB"
    case .silence, .duration, .startsWithin: "s"
    case .truePeak: "dBTP"
    case .lufs: "LUFS"
    case .lufsRange: "LU"
    case .silent, .notSilent, .dc, .clipped, .channels, .codec, .title, .phase, .isMono, .gaps: ""
    }
  }

  /// The units that a number may end with, and the factor of each.
  var suffixes: [String: Double] {
    switch self {
    case .tone, .rate: ["kHz": 1000, "Hz": 1]
    case .level, .rms, .peak, .band: ["dBFS": 1, "dB": 1]
    case .only, .balance, .golden, .like: ["dB": 1]
    case .silence, .duration, .startsWithin: ["ms": 0.001, "s": 1]
    case .truePeak: ["dBTP": 1, "dBFS": 1, "dB": 1]
    case .lufs: ["LUFS": 1, "LU": 1]
    case .lufsRange: ["LU": 1]
    case .silent, .notSilent, .dc, .clipped, .channels, .codec, .title, .phase, .isMono, .gaps: [:]
    }
  }

  /// The tolerance of a value without one.
  var tolerance: Double {
    switch self {
    case .tone: 1
    case .level, .rms, .peak, .truePeak, .lufs, .golden, .like: 0.5
    case .lufsRange, .balance, .band: 1
    case .silence, .duration: 0.1
    case .dc: 0.001
    case .only, .clipped, .channels, .rate, .gaps, .startsWithin, .silent, .notSilent, .codec, .title, .phase, .isMono:
      0
    }
  }

  /// The values that make sense.
  var range: ClosedRange<Double> {
    switch self {
    case .tone: 20...200_000
    case .level, .rms, .peak, .truePeak, .band, .lufs, .only, .balance: -300...300
    case .dc: -100...100
    case .rate: 1...1_000_000
    case .channels: 1...255
    case .lufsRange, .golden, .like: 0...300
    case .silence, .duration, .startsWithin: 0...1e9
    case .clipped, .gaps: 0...1e15
    case .silent, .notSilent, .codec, .title, .phase, .isMono: 0...0
    }
  }

  /// True when the value is a whole number.
  var isWhole: Bool {
    switch self {
    case .clipped, .channels, .rate, .gaps: true
    default: false
    }
  }

  /// The decimals that are written.
  var decimals: Int {
    switch self {
    case .tone, .level, .only, .rms, .peak, .truePeak, .lufs, .lufsRange, .balance, .band, .golden, .like: 2
    case .silence, .duration, .startsWithin: 3
    case .dc: 6
    case .clipped, .channels, .rate, .gaps, .silent, .notSilent, .codec, .title, .phase, .isMono: 0
    }
  }

  /// Values for messages.
  var examples: String {
    switch self {
    case .tone: "997 or 997±1"
    case .level: "-20±0.5, max:-19 or min:-21"
    case .only: "60, the decibels that everything else lies below the tone"
    case .silence: "max:0.5s or min:2s"
    case .rms: "-20±0.5, max:-10 or min:-40"
    case .peak: "max:-1, min:-20 or -6±0.5"
    case .truePeak: "max:-1, min:-20 or -6±0.5"
    case .lufs: "-23±0.5, max:-14 or min:-30"
    case .lufsRange: "7±1, max:15 or min:2"
    case .dc: "max:0.001 or 0±0.001 (1 is full scale)"
    case .clipped, .gaps: "max:0"
    case .channels: "2 or min:1"
    case .rate: "44100 or min:44100"
    case .duration: "30±0.1, max:60 or min:10s"
    case .balance: "0±3, max:3 or min:-3"
    case .band: "LOW-HIGH=LEVEL, such as 1000-2000=-20±1"
    case .startsWithin: "2s or 500ms"
    case .golden, .like: "0.5dB"
    case .silent, .notSilent, .isMono: "nothing"
    case .codec: Codec.allCases.map(\.rawValue).joined(separator: ", ")
    case .title: "a POSIX extended regular expression"
    case .phase: "in or out"
    }
  }
}
