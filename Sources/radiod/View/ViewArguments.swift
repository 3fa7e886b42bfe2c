import ArgumentParser
import Glibc
import Spectrum
import SystemSupport
import Terminal

/// The options of the view in a terminal.
struct ViewArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Colours: \(ThemeChoice().names.joined(separator: ", ")) or one of your own in config.json. (default: the setting \
      'theme' of 'view' in config.json, else \(ThemeChoice().name))
      """, valueName: "name"),
    completion: .list(ThemeChoice().names))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      """
      What to draw of the sound: \(VisualizerMode.allCases.map(\.rawValue).joined(separator: ", ")). (default: the \
      setting 'visualizer' of 'view' in config.json, else bars)
      """, valueName: "name"))
  var visualizer: VisualizerMode?

  @Option(
    help: ArgumentHelp(
      """
      Draw the sound so much later than it is played, 0 to 2000, for speakers that play late, as on Bluetooth. \
      (default: the setting 'delay' of 'view' in config.json, else 0)
      """, valueName: "milliseconds"))
  var delay: Int?

  func validate() throws {
    let range = ViewOptions.delays
    if let delay, !range.contains(delay) {
      throw ValidationError("--delay takes \(range.lowerBound) to \(range.upperBound) milliseconds, not \(delay)")
    }
  }

  /// The values of the options.
  var choice: ViewChoice { ViewChoice(theme: theme, visualizer: visualizer, delay: delay) }

  /// Returns the options of a view of this spectrum; see ``ViewChoice/options(_:bands:)``.
  func options<Channels>(_ spectrum: SpectrumArguments<Channels>) throws -> ViewOptions {
    try choice.options(spectrum.options(), bands: spectrum.bands)
  }
}

/// What the user chose of the view in a terminal; nil is left to config.json.
struct ViewChoice {
  /// The name of the theme.
  var theme: String?
  /// What is drawn of the sound.
  var visualizer: VisualizerMode?
  /// The time by which the sound is drawn later, in milliseconds.
  var delay: Int?

  /// Returns the options of a view of `spectrum` with `bands` bars (nil fills the width): those chosen, else those of
  /// config.json.
  ///
  /// Throws ``DaemonFailure`` for an invalid config.json, and `ValidationError` for a theme that does not exist.
  func options(_ spectrum: SpectrumOptions, bands: Int?) throws -> ViewOptions {
    let environment = CommandContext.environment
    let settings = try ViewSettings(
      path: Folders(environment: environment, userID: geteuid()).settings, environment: environment)
    var measured = spectrum
    if measured.channels == .all { measured.channels = .stereo }  // what plays is mixed already
    var options = ViewOptions(spectrum: measured, bands: bands)
    options.themes = settings.themes
    options.delayMilliseconds = delay ?? settings.delay
    options.pictures = settings.pictures
    options.visualizer = visualizer ?? (spectrum.profile == .springradio ? nil : settings.visualizer)
    if let theme, !options.themes.choose(theme) {
      throw ValidationError("--theme takes \(options.themes.names.joined(separator: ", ")), not '\(theme)'")
    }
    return options
  }
}

extension VisualizerMode: ExpressibleByArgument {}
