import ArgumentParser
import AudioCore
import Daemon
import Logging
import Player
import Radio
import RadioModel
import Spectrum
import Stations
import Terminal

/// `radiod spectrum`: no sound, but bars in a terminal, lines of bars in a pipe, or JSON.
struct SpectrumCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrum",
    abstract: "Show the spectrum of a station, an address, a file or standard input, without sound.",
    discussion: """
      Draws bars in a terminal. Writes one line of bars a frame into a pipe, with --json one JSON object a line, or with \
      --output a file for a spreadsheet (csv) or numpy (npz), which replaces an old one when it is complete. \
      Reads files at full speed, and live streams as they arrive, which is some seconds at once at the beginning; \
      --realtime paces both. Bars of a live stream are always paced.
      """)

  @Argument(
    help: ArgumentHelp(
      "Station id or name, http(s) address, file, or - for standard input.", valueName: "station|url|file"))
  var source: String?

  @Flag(help: "Write one JSON object a line: header, frames, titles, end.")
  var json = false

  @OptionGroup var form: SpectrumForm

  @Flag(
    help: "Write at playback speed, also for files and for the burst at the start of a live stream.")
  var realtime = false

  @Option(
    help: ArgumentHelp("Stop after this many seconds of audio, or after a time such as 10m.", valueName: "duration"),
    transform: DurationArgument.parse)
  var duration: Duration?

  @Option(help: ArgumentHelp("Stop after this many frames.", valueName: "count"))
  var frames: Int?

  @Option(
    help: RetryArgument.help(defaultValue: "3; forever for bars in a terminal"),
    completion: .list(["never", "forever"]),
    transform: RetryArgument.parse)
  var retry: RetryLimit?

  @OptionGroup var input: InputFormatArgument
  @OptionGroup var quality: QualityArguments
  @OptionGroup var view: ViewArguments
  @OptionGroup(title: "Spectrum options") var spectrum: SpectrumArguments<SpectrumOptions.Channels>
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// The default number of retries when a program reads the output: it should soon learn that the stream has ended.
  private static let defaultTries = RetryLimit.times(3)

  func validate() throws {
    try input.check(source)
    if let frames, frames < 1 { throw ValidationError("--frames takes a number from 1 up, not \(frames)") }
    try form.check(json: json)
    if form.fps != nil, spectrum.hop != nil { throw ValidationError("--fps takes the place of --hop; leave one out") }
  }

  func run() async throws {
    let options = try spectrum.options(framesPerSecond: form.fps)
    let context = try CommandContext(global)
    let source = try await context.source(for: source)
    if !json, form.output == nil, frames == nil, TerminalView.isAvailable {
      try await show(source, options: try view.options(spectrum), context: context)
    } else {
      try await write(source, options: options, context: context)
    }
  }

  private func opener(_ context: CommandContext) throws -> StreamOpener {
    context.opener(maximumKilobits: quality.maxBitrate, inputFormat: try input.format())
  }

  private func show(_ source: Source, options: ViewOptions, context: CommandContext) async throws {
    var tunerOptions = TunerOptions()
    tunerOptions.stations = context.list.stations
    tunerOptions.output = .silent
    tunerOptions.durationLimit = duration
    tunerOptions.retry = retry ?? .forever
    try await ListeningSession(
      tuner: Tuner(options: tunerOptions, opener: try opener(context)), context: context,
      global: global.choice
    )
    .run(source, interface: .screen(options))
  }

  private func write(_ source: Source, options: SpectrumOptions, context: CommandContext) async throws {
    let output = form.output
    let run = SpectrumRun(
      opener: try opener(context),
      retry: retry ?? Self.defaultTries,
      isPaced: realtime || (!json && output == nil && !source.isFile))
    let work = SpectrumWork(
      source: source, options: options, json: json, output: output, style: form.style, measuresLoudness: form.lufs,
      limits: SpectrumPipeline.Limits(duration: duration, frames: frames), showsProgress: !realtime,
      level: global.level(usually: .warning))
    let task = Task { try await work.perform(run) }
    SignalWatch.onSignal { task.cancel() }
    try await task.value
  }
}
