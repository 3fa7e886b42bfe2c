import ArgumentParser
import Daemon
import Radio
import RadioModel
import Remote
import Spectrum
import Stations
import SystemSupport
import Terminal

/// `radiod view`, which is `radiod` alone: the radio in the terminal, with lists of stations and titles.
struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Open the radio in this terminal: stations, spectrum, titles heard and log.",
    discussion: """
      Controls the running daemon, or with --url a remote one. Without a daemon, or with --stations, it plays by \
      itself. 'radiod' alone does the same. The key ? lists the keys.
      """)

  @Flag(help: ArgumentHelp(PlainText.help))
  var plain = false

  @OptionGroup var view: ViewArguments
  @OptionGroup(title: "Spectrum options") var spectrum: SpectrumArguments<SpectrumOptions.LiveChannels>
  @OptionGroup(title: "Remote options") var remote: DaemonURLArguments
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if remote.url != nil, global.stations != nil {
      throw ValidationError("--stations is for a radio that plays here; the daemon of --url has stations of its own")
    }
  }

  func run() async throws {
    try checkTerminal()
    var options = try view.options(spectrum)
    options.startPane = .stations
    options.remembersPane = true
    let interface: RadioInterface = plain ? .lines : .screen(options)
    if let address = try daemon() {
      try await control(address, interface)
    } else {
      try await play(interface)
    }
  }

  /// Refuses an output on which no view can be drawn. The bare `radiod` of a script or a pipe asks for the help instead.
  private func checkTerminal() throws {
    guard !plain else { return }
    guard TerminalView.isAvailable else {
      if CommandLine.arguments.count == 1 { throw CleanExit.helpRequest(Radiod.self) }
      throw ValidationError("the view needs a terminal; use --plain for lines of text")
    }
    guard TerminalTraits.detect().hasCursorControl else {
      throw ValidationError("the view needs a terminal that can move its cursor; use --plain for lines of text")
    }
  }

  /// Returns the address of the daemon to show: that of the options or the environment, else that of the running one.
  /// Nil when there is none, and with a station list, which only a radio in this process plays.
  private func daemon() throws -> DaemonAddress? {
    guard global.stations == nil else { return nil }
    if let address = try remote.address() { return address }
    let address = DaemonAddress(folders: CommandContext.folders)
    return (try? address.locate()) == nil ? nil : address
  }

  /// Shows the daemon's radio until the user leaves it.
  private func control(_ address: DaemonAddress, _ interface: RadioInterface) async throws {
    let context = CommandContext(threshold: LogThreshold(global.level))
    try await CtlOptions.withClient(of: address) { client in
      try await RemoteListening(client: client, context: context).run(interface)
    }
  }

  /// Plays in this process until the user leaves the view.
  private func play(_ interface: RadioInterface) async throws {
    try DirectorySettings.check()
    let recordedFiles = try CommandContext.settingsReader().readRecordedFiles()
    let context = try CommandContext(global)
    let settings = try PlaySettings(output: nil, device: nil, volume: nil, timeshift: nil, global: global.choice)
    var options = TunerOptions()
    options.output = settings.output
    settings.timeShift?.apply(to: &options.bufferLimits)
    options.volume = settings.volume
    options.stations = context.list.stations
    options.endsWithFirstSource = false
    options.lastSource = RecentStations.latest(in: CommandContext.folders.recent).map(Source.station)
    let tuner = Tuner(options: options, opener: context.opener)
    async let _ = StationClicks(following: tuner, context: context, level: global.level)?.report()
    defer { settings.remember(volumeAtEnd: tuner.snapshot.volume) }
    let session = ListeningSession(
      tuner: tuner, context: context, global: global.choice, recordedFiles: recordedFiles, endsWithSource: false)
    try await session.run(nil, interface: interface)
  }
}
