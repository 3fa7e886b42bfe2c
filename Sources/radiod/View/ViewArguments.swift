public import ArgumentParser
public import Terminal

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
      Delay the visualizer by this many milliseconds, 0 to 2000, for speakers that play late, as on Bluetooth. \
      (default: the setting 'delay' of 'view' in config.json, else 0)
      """, valueName: "milliseconds"))
  var delay: Int?

  func validate() throws { try ViewOptions.delays.check("--delay", delay, unit: " milliseconds") }

  /// Returns the values of the options, of which `spectrum` has some.
  func choice<Channels>(_ spectrum: SpectrumArguments<Channels>) -> ViewChoice {
    ViewChoice(theme: theme, visualizer: visualizer, delay: delay, areChannelsChosen: spectrum.channels != nil)
  }

  /// Returns the options of a view of this spectrum; see ``ViewChoice/options(_:bands:)``.
  func options<Channels>(_ spectrum: SpectrumArguments<Channels>) throws -> ViewOptions {
    try choice(spectrum).options(spectrum.options(), bands: spectrum.bands)
  }
}

extension VisualizerMode: ExpressibleByArgument {}
