import ArgumentParser
import AudioCore
import Directory
import Player
import Radio
import RadioModel
import Terminal

/// `radiod play`: plays sound, with bars when standard output is a terminal.
struct PlayCommand: AsyncParsableCommand {
  /// The word of the command line that selects it.
  static let name = "play"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Play a station, an address, a file or standard input.",
    discussion: """
      Without an argument, plays your first favourite, or the demo. \(KeyMap.sentence)
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

  @Option(help: ArgumentHelp("Stop after this many seconds of audio.", valueName: "seconds"))
  var duration: DurationArgument?

  @Option(
    help: RetryArgument.help(standard: "forever"), completion: .list(["never", "forever"]),
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
  @OptionGroup(title: "Spectrum options") var spectrum: SpectrumArguments
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// True when `words`, the program's arguments, will probably play to a sound device.
  static func playsToDevice(_ words: [String]) -> Bool {
    guard words.first == name else { return false }
    guard let option = words.firstIndex(where: { $0 == "--output" || $0.hasPrefix("--output=") }) else { return true }
    let word = OutputSpec.deviceWord
    return words[option] == "--output=\(word)" || words[option...].dropFirst().first == word
  }

  func validate() throws {
    try input.check(source)
    if let volume, !(0...100).contains(volume) {
      throw ValidationError("--volume takes 0 to 100, not \(volume)")
    }
    guard fromSearch == nil || source == nil else {
      throw ValidationError("--from-search says what to play; leave '\(source ?? "")' out")
    }
    guard !plain || !noView && source != "-" else {
      throw ValidationError("--plain reads commands from standard input; leave --no-view and '-' out")
    }
    guard device == nil || output == nil || output == OutputSpec.deviceWord else {
      throw ValidationError("--device goes with --output \(OutputSpec.deviceWord)")
    }
  }

  func run() async throws {
    _ = try spectrum.options()
    var options = TunerOptions()
    let settings = try PlaySettings(output: output, device: device, volume: volume, global: global)
    options.output = settings.output
    options.fallsBackToSilence = output == nil && device == nil
    options.volume = settings.volume
    options.durationLimit = duration?.duration
    options.retry = retry ?? .forever
    let programs = try hooks.programs()
    let context = try CommandContext(global)
    options.stations = context.list.stations
    let source = try await chosenSource(context)
    try options.output.checkSafety(of: source)
    if case .device = options.output.destination { DaemonHint.write() }
    let isFree = !noView && options.output.destination != .standardOutput
    let showsScreen = isFree && !plain && TerminalView.isAvailable
    // An invalid option is an error even where nothing is drawn.
    let view = showsScreen || self.view.theme != nil ? try self.view.options(spectrum) : nil
    let interface: RadioInterface? = showsScreen ? view.map(RadioInterface.screen) : isFree && plain ? .lines : nil
    let opener = context.opener(maximumKilobits: quality.maxBitrate, inputFormat: try input.format())
    let tuner = Tuner(options: options, opener: opener)
    let clicks =
      noClicks
      ? nil
      : StationClicks(
        of: interface != nil ? nil : options.stations + [source.station].compactMap(\.self), following: tuner,
        context: context, level: global.level)
    async let _ = clicks?.report()
    defer { settings.remember(volumeAtEnd: tuner.snapshot.volume) }
    try await ListeningSession(tuner: tuner, hooks: programs, context: context, global: global)
      .run(source, interface: interface)
  }

  private func chosenSource(_ context: CommandContext) async throws -> Source {
    guard let fromSearch else { return try await context.source(for: source) }
    return .station(try LastSearch().station(fromSearch, id: "search-\(fromSearch)"))
  }
}
