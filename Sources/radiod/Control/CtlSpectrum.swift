import ArgumentParser
import Daemon
import JSON
import Logging
import Remote
import Spectrum
import Terminal

/// `radiod ctl spectrum`: the bars of the sound that the daemon plays.
struct CtlSpectrum: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrum", abstract: "Show the spectrum of the daemon's sound.",
    discussion: """
      Draws bars in a terminal; the keys are those of 'radiod play', and control the daemon. Writes one line of bars a \
      frame into a pipe, or with --json one JSON object a line.
      """)

  @Flag(help: "Write one JSON object a line: headers and frames.")
  var json = false

  @Option(help: ArgumentHelp("Frames a second into a pipe, 1 to 60.", valueName: "count"))
  var fps = RemoteRadio.framesPerSecond

  @Option(help: ArgumentHelp("Stop after this many frames.", valueName: "count"))
  var frames: Int?

  @Flag(help: "Wait without limit for the daemon to start or to come back.")
  var wait = false

  @OptionGroup var view: ViewArguments
  @OptionGroup(title: "Spectrum options") var spectrum: SpectrumArguments<SpectrumOptions.LiveChannels>
  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws {
    if let frames, frames < 1 { throw ValidationError("--frames takes a number from 1 up, not \(frames)") }
    try SpectrumQuery.rates.check("--fps", fps)
  }

  func run() async throws {
    let spectrumOptions = try spectrum.options()
    try await options.withClient { client in
      if !json, frames == nil, TerminalView.isAvailable {
        let context = CommandContext(threshold: LogThreshold(.notice))
        try await RemoteListening(client: client, context: context, reconnectMode: reconnectMode)
          .run(.screen(try view.options(spectrum)))
      } else {
        try await write(client, options: spectrumOptions)
      }
    }
  }

  private var reconnectMode: ReconnectMode { wait ? .forever : .restart }

  private func write(_ client: RadioClient, options: SpectrumOptions) async throws {
    OutputWatch.exitWithoutReader()
    let bars = PipeBars(glyphs: TerminalTraits.detect().glyphs)
    var left = frames ?? .max
    let question = SpectrumQuery(options, framesPerSecond: fps)
    for try await element in client.events(question.path, reconnectMode: reconnectMode) {
      guard case .event(let event) = element, let reading = SpectrumReading(event) else { continue }
      var line: [UInt8] = []
      if json, let value = try? JSONReader.read(Array(event.data.utf8)) {
        line = JSONWriter.line(value) + [UInt8(ascii: "\n")]
      }
      if case .frame(let frame) = reading {
        if !json { bars.append(frame, to: &line) }
        left -= 1
      }
      try StandardOutput.write(line)
      if left == 0 { return }
    }
  }
}
