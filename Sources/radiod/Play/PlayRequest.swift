import AudioCore
import Daemon
import Directory
import Hooks
import Logging
import NIOPosix
import Player
import Radio
import RadioModel
import Spectrum
import Stations
import Terminal

/// The values of one `radiod play`: what is played, and how.
struct PlayRequest {
  /// The measurement of the bars.
  var spectrum = SpectrumOptions(defaultsOf: .rta)
  /// The number of bars that the user wants; nil fills the width.
  var bands: Int?
  /// The station, address, file or `-`; nil plays the first favourite.
  var source: String?
  /// The number of a result of the last search, which is played instead of ``source``.
  var fromSearch: Int?
  /// The output as the user wrote it; nil is the sound device.
  var output: String?
  /// The sound device; nil is the one of the settings.
  var device: String?
  /// The volume at the beginning, 0…100; nil is the one of the settings, or the last one.
  var volume: Int?
  /// How much of the sound is kept; nil is what the settings say.
  var timeshift: Duration?
  /// The duration of sound after which it ends.
  var durationLimit: Duration?
  /// The number of attempts to find a lost stream again.
  var retry = RetryLimit.forever
  /// True when the station directory counts a station that was found there.
  var sendsClicks = true
  /// True when bars are drawn in a terminal.
  var showsView = true
  /// True when commands are read as lines from standard input.
  var isPlain = false
  /// The format of raw samples on standard input.
  var inputFormat: RawSampleFormat?
  /// The upper limit of the bit rate when a station offers several qualities, in kbit/s.
  var maximumKilobits: Int?
  /// The programs that run for titles and states.
  var programs = HookPrograms()
  /// The choices of the view.
  var view = ViewChoice()
  /// The values of the global options.
  var global = GlobalOptions.Choice()

  /// Plays as ``run(loops:)`` does, and loads the libraries of the sound device meanwhile.
  ///
  /// No thread can start while the dynamic loader works, which takes 3 ms: the thread of the network starts before.
  func start() async throws {
    let loops = LazyEventLoops()
    if output == nil || output == OutputSpec.deviceWord {
      loops.start()
      SoundDevice.load()
    }
    try await run(loops: loops)
  }

  /// Plays until the source ends, or a signal or key ends it. `loops` is the event loop of the network.
  func run(loops: LazyEventLoops = LazyEventLoops()) async throws {
    var options = TunerOptions()
    let settings = try PlaySettings(
      output: output, device: device, volume: volume, timeshift: timeshift, global: global)
    options.output = settings.output
    settings.timeShift?.apply(to: &options.bufferLimits)
    options.fallsBackToSilence = output == nil && device == nil
    options.volume = settings.volume
    options.durationLimit = durationLimit
    options.retry = retry
    let context = try CommandContext(global, loops: loops)
    let quickSource = fromSearch == nil ? try source.flatMap(context.sourceWithoutList) : nil
    let source = if let quickSource { quickSource } else { try await chosenSource(context) }
    try options.output.checkSafety(of: source)
    let isFree = showsView && options.output.destination != .standardOutput
    let showsScreen = isFree && !isPlain && TerminalView.isAvailable
    // An invalid option is an error even where nothing is drawn.
    let view = showsScreen || self.view.theme != nil ? try self.view.options(spectrum, bands: bands) : nil
    let interface: RadioInterface? = showsScreen ? view.map(RadioInterface.screen) : isFree && isPlain ? .lines : nil
    let recordedFiles = try interface.map { _ in try CommandContext.settingsReader().readRecordedFiles() }
    // Without keys, an address or a file is all that is played: the list, which takes 1 ms to read, comes later.
    if interface != nil || quickSource == nil { options.stations = context.list.stations }
    let opener = context.opener(maximumKilobits: maximumKilobits, inputFormat: inputFormat)
    let tuner = Tuner(options: options, opener: opener)
    let clicks =
      sendsClicks
      ? StationClicks(
        of: interface != nil ? nil : options.stations + [source.station].compactMap(\.self), following: tuner,
        context: context, level: global.level)
      : nil
    async let _ = clicks?.report()
    async let _ = quickSource == nil ? () : context.warnOfListFault()
    defer { settings.remember(volumeAtEnd: tuner.snapshot.volume) }
    let session = ListeningSession(
      tuner: tuner, hooks: programs, context: context, global: global, recordedFiles: recordedFiles)
    guard let hint = daemonHint(before: source, output: options.output, loops: context.eventLoops) else {
      return try await session.run(source, interface: interface)
    }
    try await hint.write(waitsForEnd: showsScreen) { try await session.run(source, interface: interface) }
  }

  /// Returns what to say about a daemon that runs; nil without one, and when nothing is heard.
  private func daemonHint(
    before source: Source, output: OutputSpec, loops: @autoclosure () -> MultiThreadedEventLoopGroup
  ) -> DaemonHint? {
    guard case .device = output.destination else { return nil }
    return DaemonHint(before: source, mayBeInItsList: fromSearch == nil && global.stations == nil, loops: loops())
  }

  private func chosenSource(_ context: CommandContext) async throws -> Source {
    guard let fromSearch else { return try await context.source(for: source) }
    return .station(try LastSearch().station(fromSearch, id: "search-\(fromSearch)"))
  }
}

extension PlayRequest {
  /// Reads the command lines that most people type: `play`, at most one source, `--no-view`, `--output OUTPUT`. Returns
  /// nil for all others, also for wrong ones: ArgumentParser reads those.
  ///
  /// ArgumentParser takes 6 ms for any line, most of them to search the program for the conformances of its types. That
  /// is half of the time until the station is asked.
  init?(usual words: [String]) {
    guard words.first == PlayCommand.name else { return nil }
    self.init()
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--no-view" where showsView: showsView = false
      case "--output" where output == nil:
        guard let value = rest.popFirst(), Self.isValue(value) else { return nil }
        output = value
      default:
        guard source == nil, Self.isValue(word) else { return nil }
        source = word
      }
    }
  }

  /// True when `word` is neither an option nor empty.
  private static func isValue(_ word: String) -> Bool { word.first.map { $0 != "-" } ?? false }

  /// True when `words`, the program's arguments, will probably play to a sound device.
  static func playsToDevice(_ words: [String]) -> Bool {
    guard words.first == PlayCommand.name else { return false }
    guard let option = words.firstIndex(where: { $0 == "--output" || $0.hasPrefix("--output=") }) else { return true }
    let word = OutputSpec.deviceWord
    return words[option] == "--output=\(word)" || words[option...].dropFirst().first == word
  }
}
