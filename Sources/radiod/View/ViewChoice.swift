import ArgumentParser
import Spectrum
import SystemSupport
import Terminal

/// What the user chose of the view in a terminal; nil is left to config.json.
struct ViewChoice {
  /// The name of the theme.
  var theme: String?
  /// What is drawn of the sound.
  var visualizer: VisualizerMode?
  /// The time by which the sound is drawn later, in milliseconds.
  var delay: Int?
  /// True when an option chose stereo or mono.
  var areChannelsChosen = false

  /// Returns the options of a view of `spectrum` with `bands` bars (nil fills the width): those chosen, else those of
  /// config.json.
  ///
  /// Throws ``DaemonStartError`` for an invalid config.json, and `ValidationError` for a theme that does not exist.
  func options(_ spectrum: SpectrumOptions, bands: Int?) throws -> ViewOptions {
    let settings = try ViewSettings(
      path: CommandContext.folders.settings, environment: CommandContext.environment)
    var measured = spectrum
    if measured.channels == .all { measured.channels = .stereo }  // what plays is mixed already
    var options = ViewOptions(spectrum: measured, bands: bands)
    options.themes = settings.themes
    options.keys = settings.keys
    options.delayMilliseconds = delay ?? settings.delay
    options.pictures = settings.pictures
    let isProfile = spectrum.profile == .springradio
    options.visualizer = visualizer ?? (isProfile ? nil : settings.visualizer)
    if theme != nil || settings.isThemeSet { options.chosen.insert(.theme) }
    if visualizer != nil || isProfile || settings.visualizer != nil { options.chosen.insert(.visualizer) }
    if areChannelsChosen { options.chosen.insert(.channels) }
    if let theme, !options.themes.choose(theme) {
      throw ValidationError("--theme takes \(options.themes.names.joined(separator: ", ")), not '\(theme)'")
    }
    return options
  }
}
