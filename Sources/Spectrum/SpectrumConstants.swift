/// Every rate, range, default and ballistics constant of the spectrum, in one place. SPECTRUM.md names the measured
/// ones; those of the live view are a matter of looks.
public enum SpectrumConstants {
  // MARK: Ranges and defaults of the options

  /// Transform lengths that may be asked for: the powers of two in this range.
  public static let fftSizes = 256...65_536
  /// Default window length, in frames.
  public static let defaultFFTSize = 4096
  /// Default distance of two windows, in frames.
  public static let defaultHop = 1024
  /// Distances of two windows that may be asked for, in frames.
  public static let hops = 1...Int(Int32.max)
  /// Numbers of bands that may be asked for.
  public static let bandCounts = 1...4096
  /// Default number of bands, of either profile.
  public static let defaultBands = 80
  /// Default upper end of the highest band, of either profile, in hertz.
  public static let defaultHigh = 18_000.0
  /// Default lower end of the lowest band of profile `rta`, in hertz.
  public static let defaultLow = 40.0
  /// Default lower end of the lowest band of profile `springradio`, in hertz.
  public static let springRadioDefaultLow = 100.0

  // MARK: Measurement

  /// Levels, peak and rms never read less, in dBFS.
  public static let floorDecibels: Float = -120
  /// The power of `floorDecibels`.
  static let floorPower: Float = 1e-12
  /// A sample of greater magnitude (280 dB over full scale) is no sound, and counts as 0 like one that is not finite:
  /// its spectrum's power would not fit a `Float`.
  static let greatestSample: Float = 1e14

  // MARK: Profile rta

  /// A band of this level, in dBFS, has height 0.
  public static let rtaBottomDecibels: Float = -70
  /// Decibels from height 0 to height 1.
  public static let rtaSpanDecibels: Float = 60
  /// How fast an `rta` bar falls, in heights a second: 20 dB in 250 ms.
  public static let rtaFallPerSecond = 20.0 / 0.25 / 60.0

  // MARK: Profile springradio

  /// What a band's greatest amplitude is multiplied by.
  static let springRadioGain = 5.0
  /// Weights of the mean across bands; the middle one is the band's own.
  static let springRadioSmoothing: [Float] = [1, 2, 3, 5, 3, 2, 1]
  /// The part of the old height that stays from frame to frame.
  static let springRadioMemory: Float = 0.5

  // MARK: Live view

  /// A peak cap stays where it is for so long, in seconds.
  public static let capHoldSeconds = 0.5
  /// Then it falls with this acceleration, in heights a second squared.
  static let capGravity = 2.0
  /// The automatic sensitivity brings the loudest band to this level, in dBFS.
  static let liveCeilingDecibels: Float = -14
  /// How much the automatic sensitivity may add, in decibels.
  static let liveGainDecibels: ClosedRange<Float> = -10...30
  /// With no band above this level, in dBFS, the sensitivity stays: silence is not to be magnified.
  static let liveQuietDecibels: Float = -65
  /// Time constant of the sensitivity when the sound gets louder, in seconds.
  static let liveAttackSeconds = 0.5
  /// Time constant of the sensitivity when the sound gets softer, in seconds.
  static let liveReleaseSeconds = 8.0
  /// Time in which a live `springradio` bar goes half of its way, in seconds: the default hop at 44.1 kHz.
  static let springRadioHalfSeconds = 1024.0 / 44_100.0
}
