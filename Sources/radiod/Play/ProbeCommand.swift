import ArgumentParser
import Radio
import RadioModel

/// `radiod probe`: the details of one stream.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Show what a station sends or a file holds: redirects, headers, codec, bit rate, times.",
    discussion: "The format is detected from the data; Content-Type and file name only matter for playlists.")

  @Argument(
    help: ArgumentHelp(
      "Station id or name, http(s) address, file, or - for standard input.", valueName: "station|url|file"))
  var source: String?

  @Flag(help: "List supported formats, and formats that are only recognized.")
  var formats = false

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup var quality: QualityArguments
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard formats || source != nil else { throw ValidationError("name a station, an address or a file") }
    guard !formats || source == nil else { throw ValidationError("--formats looks at no station") }
  }

  func run() async throws {
    guard let source else { return try writeFormats() }
    let context = try CommandContext(global)
    let chosen = try await context.source(for: source)
    let opener = context.opener(maximumKilobits: quality.maxBitrate)
    let probe = Probe(opener: opener)
    func write(_ report: Probe.Report) throws {
      let name = chosen.displayName
      if json { return try StandardOutput.writeLine(ReportText.json(report, name: name)) }
      try StandardOutput.writeLine(ReportText.table(report, name: name))
    }
    guard let requests = try opener.requests(for: chosen) else {
      let path: String? = if case .file(let path) = chosen { path } else { nil }
      return try write(try await probe.run(file: path))
    }
    try write(try await probe.run(requests))
  }

  private func writeFormats() throws {
    guard json else { return try StandardOutput.writeLine(FormatsText.table) }
    for format in FormatsText.json { try StandardOutput.writeLine(format) }
  }
}
