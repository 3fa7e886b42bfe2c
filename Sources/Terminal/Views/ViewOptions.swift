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

  /// The widths of the lists at the start.
  package var widths = ListWidths()
  /// What the user chose by options and settings, which what was remembered does not change.
  public var chosen: Choices = []
  /// True when the remembered pane has the keys at the start.
  public var remembersPane = false

  /// Parts of the view that options and settings choose.
  public struct Choices: OptionSet, Sendable {
    /// The bits of the parts.
    public let rawValue: Int
    /// Creates a set of parts.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The theme.
    public static let theme = Choices(rawValue: 1)
    /// The visualizer.
    public static let visualizer = Choices(rawValue: 2)
    /// Stereo or mono.
    public static let channels = Choices(rawValue: 4)
  }

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

  /// Takes over what was remembered of an earlier view, except where the user chose something else. A theme that does
  /// not exist any more is ignored.
  package mutating func apply(_ view: RememberedView) {
    if !chosen.contains(.theme), let theme = view.theme { _ = themes.choose(theme) }
    if !chosen.contains(.visualizer), let mode = view.visualizer { visualizer = mode }
    if !chosen.contains(.channels), let isStereo = view.isStereo { spectrum.channels = isStereo ? .stereo : .mono }
    if remembersPane, let pane = view.pane { startPane = pane }
    widths = view.widths ?? widths
  }
}
