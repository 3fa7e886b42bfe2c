import ArgumentParser
import AudioCore
import Downloader
import Radio

/// `radiod probe`: everything about one stream.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Tell what a station sends: redirects, headers, codec, bit rate, times.")

  @Argument(
    help: ArgumentHelp("Station id or name, or http(s) address.", valueName: "station|url"),
    completion: .stations)
  var source: String?

  @Flag(help: "List the kinds of stream that are played, and those that are only known by name.")
  var formats = false

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup var quality: QualityArguments
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard formats || source != nil else { throw ValidationError("name a station or an address") }
    guard !formats || source == nil else { throw ValidationError("--formats looks at no station") }
  }

  func run() async throws {
    guard let source else { return try StandardOutput.writeLine(json ? FormatsText.json : FormatsText.table) }
    let studio = try Studio(global)
    let requests: [StreamRequest]
    switch try await studio.source(for: source) {
    case .station(let station): requests = try station.requests()
    case .url(let text): requests = [StreamRequest(url: try StreamURL(text))]
    case .file(let path):
      throw TuneError.usage(
        message: "'probe' looks at stations and addresses; \(path) is a file, which 'play' and 'spectrum' take")
    case .standardInput:
      throw TuneError.usage(message: "'probe' looks at stations and addresses, not at standard input")
    }
    let probe = Probe(opener: studio.opener(maximumKilobits: quality.maxBitrate))
    var firstError: (any Error)?
    for request in requests {
      do {
        let report = try await probe.run(request)
        return try StandardOutput.writeLine(json ? ReportText.json(report) : ReportText.table(report))
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError { throw firstError }
  }
}
