public import Spectrum

/// The options of a view at its start.
public struct ViewOptions: Sendable, Equatable {
  /// The options of the measurement and of the bars. Its number of bands is ignored: see `bands`.
  public var spectrum: SpectrumOptions
  /// The number of bands that the user requested, shown when they fit. With nil the width of the terminal decides.
  public var bands: Int?
  /// The number of pictures per second while there is sound, 1…240.
  public var framesPerSecond: Int

  /// The visualizer at the start; nil for bars of the spectrum's profile.
  public var visualizer: VisualizerMode?
  /// The themes, with the one at the start.
  public var themes = ThemeChoice()
  /// The keys.
  public var keys = KeyMap.standard
  /// The pane that has the keys at the start: `.nowPlaying` where something plays at once, `.stations` where the
  /// listener has to choose first.
  public var startPane = PaneKind.nowPlaying

  /// The time by which the sound is drawn later than it is played, in milliseconds, 0…2000: for headphones and speakers
  /// that play late.
  public var delayMilliseconds = 0
  /// The values of `delayMilliseconds`.
  public static let delays = DelayedMeter.range
  /// True when the pictures of stations are fetched and shown.
  public var pictures = true

  /// The maximum number of pictures per second.
  static let maximumFramesPerSecond = 240
  /// The default number of pictures per second.
  public static let defaultFramesPerSecond = 60

  /// Creates the options of a view.
  public init(
    spectrum: SpectrumOptions = SpectrumOptions(defaultsOf: .rta), bands: Int? = nil,
    framesPerSecond: Int = ViewOptions.defaultFramesPerSecond
  ) {
    self.spectrum = spectrum
    self.bands = bands
    self.framesPerSecond = min(max(framesPerSecond, 1), Self.maximumFramesPerSecond)
  }
}
