import ArgumentParser
import Player
import RadioModel
import Spectrum
import Terminal

/// `radiod play`: plays sound, with bars when standard output is a terminal.
struct PlayCommand: AsyncParsableCommand {
  /// The word of the command line that selects it.
  static let name = "play"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Play a station, an address, a file or standard input.",
    discussion: """
      Without an argument, plays your first favourite, or the demo. In the view, press ? for the keys.
      """)

  @Argument(
    help: ArgumentHelp(
      "Station id or name, http(s) address, file, or - for standard input.", valueName: "station|url|file"))
  var source: String?

  @Option(
    help: ArgumentHelp("Play this result of the last 'radiod stations search'.", valueName: "number"))
  var fromSearch: Int?

  @Option(
    help: ArgumentHelp(OutputSpec.help, valueName: "output"), completion: .list(OutputSpec.completions))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "ALSA device, as 'radiod devices' lists them. (default: the setting 'device' of config.json, else 'default')",
      valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      """
      Volume to begin with, 0 to 100. (default for a sound device: the setting 'volume' of config.json, else the \
      volume of the last 'play'; else 100)
      """, valueName: "percent"))
  var volume: Int?

  @Option(
    help: ArgumentHelp(
      """
      How much of the sound is kept, to pause and to go back in, on a sound device; 0 for nothing. (default: the \
      setting 'timeshift' of config.json, else 10m)
      """, valueName: "duration"),
    transform: TimeShiftArgument.parse)
  var timeshift: Duration?

  @Option(
    help: ArgumentHelp("Stop after this many seconds of audio, or after a time such as 10m.", valueName: "duration"),
    transform: DurationArgument.parse)
  var duration: Duration?

  @Option(
    help: RetryArgument.help(defaultValue: "forever"), completion: .list(["never", "forever"]),
    transform: RetryArgument.parse)
  var retry: RetryLimit?

  @Flag(help: "Send no click to the station directory when a station found there is played.")
  var noClicks = false

  @Flag(help: "Draw no bars; log what is played to standard error.")
  var noView = false

  @Flag(help: ArgumentHelp(PlainText.help))
  var plain = false

  @OptionGroup var input: InputFormatArgument
  @OptionGroup var quality: QualityArguments
  @OptionGroup var hooks: HookArguments
  @OptionGroup var view: ViewArguments
  @OptionGroup(title: "Spectrum options") var spectrum: SpectrumArguments<SpectrumOptions.LiveChannels>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try input.check(source)
    try (0...100).check("--volume", volume)
    guard fromSearch == nil || source == nil else {
      throw ValidationError("--from-search says what to play; leave '\(source ?? "")' out")
    }
    guard !plain || !noView && source != "-" else {
      throw ValidationError("--plain reads commands from standard input; leave --no-view and '-' out")
    }
    guard device == nil || output == nil || output == OutputSpec.deviceWord else {
      throw ValidationError("--device goes with --output \(OutputSpec.deviceWord)")
    }
    guard timeshift == nil || output == nil || output == OutputSpec.deviceWord else {
      throw ValidationError("--timeshift goes with --output \(OutputSpec.deviceWord)")
    }
  }

  func run() async throws { try await request().run() }

  /// Returns the values of the options. Throws ``OptionError``, ``DaemonStartError`` and `ValidationError` for invalid
  /// ones.
  private func request() throws -> PlayRequest {
    PlayRequest(
      spectrum: try spectrum.options(), bands: spectrum.bands, source: source, fromSearch: fromSearch, output: output,
      device: device, volume: volume, timeshift: timeshift, durationLimit: duration, retry: retry ?? .forever,
      sendsClicks: !noClicks, showsView: !noView, isPlain: plain, inputFormat: try input.format(),
      maximumKilobits: quality.maxBitrate, programs: try hooks.programs(), view: view.choice(spectrum),
      global: global.choice)
  }
}
