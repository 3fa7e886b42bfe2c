/// All rates, ranges, defaults and ballistics constants of the spectrum. Those of the live view are chosen for their
/// looks.
public enum SpectrumConstants {
  // MARK: Ranges and defaults of the options

  /// Window lengths that an option may request, in frames: the powers of two in this range.
  public static let fftSizes = 256...65_536
  /// Default window length, in frames.
  public static let defaultFFTSize = 4096
  /// Default hop, in frames.
  public static let defaultHop = 1024
  /// Hops that an option may request, in frames.
  public static let hops = 1...Int(Int32.max)
  /// Frames a second that an option may request instead of a hop.
  public static let frameRates = 0.1...1000.0
  /// Numbers of bands that an option may request.
  public static let bandCounts = 1...4096
  /// Default number of bands for both profiles.
  public static let defaultBands = 80
  /// Default upper edge of the highest band for both profiles, in hertz.
  public static let defaultHigh = 18_000.0
  /// Default lower edge of the lowest band for profile `rta`, in hertz.
  public static let defaultLow = 40.0
  /// Default lower edge of the lowest band for profile `springradio`, in hertz.
  public static let springRadioDefaultLow = 100.0

  // MARK: Measurement

  /// The lowest value of levels, peak and rms, in dBFS.
  public static let floorDecibels: Float = -120
  /// The power of `floorDecibels`.
  static let floorPower: Float = 1e-12
  /// The greatest magnitude of a sample (280 dB over full scale). A greater one counts as 0, like one that is not
  /// finite, because its spectrum's power would not fit a `Float`.
  static let maximumSample: Float = 1e14

  // MARK: Profile rta

  /// The level of height 0, in dBFS.
  public static let rtaBottomDecibels: Float = -70
  /// The difference between the levels of height 0 and height 1, in decibels.
  public static let rtaSpanDecibels: Float = 60
  /// Fall of an `rta` bar, in heights per second: 20 dB in 250 ms.
  public static let rtaFallPerSecond = 20.0 / 0.25 / 60.0

  // MARK: Profile springradio

  /// The factor for a band's greatest amplitude.
  static let springRadioGain = 5.0
  /// Weights of the mean across bands; the middle weight is for the band itself.
  static let springRadioSmoothing: [Float] = [1, 2, 3, 5, 3, 2, 1]
  /// Share of the old height that remains from frame to frame.
  static let springRadioMemory: Float = 0.5

  // MARK: Live view

  /// Time during which a peak cap keeps its position, in seconds.
  public static let capHoldSeconds = 0.5
  /// Acceleration of the cap's fall after that, in heights per second squared.
  package static let capGravity = 2.0
  /// The level of height 0 in the live view, in dBFS, before the automatic sensitivity. A smaller span than that of the
  /// frames' bars uses the whole height: on music a bar falls below a quarter of it and moves through half of it within
  /// some seconds.
  public static let liveBottomDecibels: Float = -45
  /// The difference between the levels of height 0 and height 1 in the live view, in decibels.
  public static let liveSpanDecibels: Float = 35
  /// Fall of a live `rta` bar, in heights per second: 20 dB in 250 ms.
  package static let liveFallPerSecond = 20.0 / 0.25 / 35.0
  /// The step of the automatic sensitivity, in decibels: the scale stands still until the sound is another one.
  static let liveStepDecibels: Float = 5
  /// The sensitivity takes another step when it is off by more than this, in decibels.
  static let liveSlackDecibels: Float = 4
  /// The height to which the gain of a live `springradio` bar brings the highest band, and the range of the gain. Beyond 1
  /// the highest band is cut at its peaks, as it was in SpringRadio for iOS; the other bands use the height.
  static let liveSpringRadioTop: Float = 1.5
  static let liveSpringRadioGain: ClosedRange<Float> = 1...24
  /// The gain does not change while no band is higher than this, so that silence is not amplified.
  static let liveSpringRadioQuiet: Float = 0.004
  /// Level to which the automatic sensitivity brings the loudest band, in dBFS.
  static let liveCeilingDecibels: Float = -14
  /// Range of the automatic sensitivity, in decibels.
  static let liveGainDecibels: ClosedRange<Float> = -10...30
  /// The sensitivity does not change while no band exceeds this level, in dBFS, so that silence is not amplified.
  static let liveQuietDecibels: Float = -65
  /// Time constant of the sensitivity when the sound gets louder, in seconds.
  static let liveAttackSeconds = 0.5
  /// Time constant of the sensitivity when the sound gets softer, in seconds.
  static let liveReleaseSeconds = 8.0
  /// Time in which a live `springradio` bar moves half of the distance to its target, in seconds: the default hop at
  /// 44.1 kHz.
  static let springRadioHalfSeconds = 1024.0 / 44_100.0
}
