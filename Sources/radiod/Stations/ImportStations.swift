import ArgumentParser
import AudioCore
import Bytes
import Daemon
import Downloader
import Logging
import Stations

/// `radiod stations import`: adds another program's list to the user's own.
struct ImportStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the stations of a file or web address to your list.",
    discussion: """
      Reads PLS, M3U, XSPF, ASX, OPML, the CSV of PyRadio, the bookmarks of radiotray-ng, and stations.json, and \
      detects the format from the content. Reports for each entry whether it was added, is already in your list, or \
      was left out, and why. Exits with 65 when the content is not a list, or has no usable entry.

      """ + OwnStationsOrigin.help)

  @Argument(
    help: ArgumentHelp("File, http(s) address, or - for standard input.", valueName: "file|url"), completion: .file())
  var source: String

  @Flag(help: "Write one JSON object per entry and line.")
  var json = false

  @OptionGroup(title: "Options of a new list") var list: NewListOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// The time limit for a list from a server.
  private static let timeout: Duration = .seconds(20)
  /// The exit code when nothing was usable: the file is at fault.
  private static let nothingOfUse = ExitCode(ExitCodes.badData)
  private static let standardInput = "standard input"

  func run() async throws {
    let own = try OwnStationsOrigin(global)
    let found: StationImport
    let isFromPublicServer: Bool
    do {
      (found, isFromPublicServer) = try await read()
    } catch TuneError.list(.badStationList(let path, let reason)) {
      // The error's own exit code would blame the user's list, which is not at fault.
      let what = source == "-" ? Self.standardInput : path
      Log.writeEnd(CleanText.singleLine("cannot import \(what): \(reason)"))
      throw Self.nothingOfUse
    }
    let logger = Log.logger(level: global.level)
    let (usable, leftOut) = found.usable(isFromPublicServer: isFromPublicServer, isPublic: StreamURL.isPublic) {
      logger.notice("\($0)")
    }
    var report = ImportReport(found.format, leftOut: leftOut, surplus: found.surplus)
    var additions: [StationList.Addition] = []
    if !usable.isEmpty {
      try own.change(beginsEmpty: list.beginEmpty, makesNamed: true) { (list) throws(TuneError) in
        additions = list.add(usable)
      }
    }
    report.add(additions)
    for (object, line) in zip(report.jsonObjects, report.lines) {
      try StandardOutput.writeLine(asJSON: json, object, or: line)
    }
    let shown = source == "-" ? Self.standardInput : StreamURL.withoutCredentials(source)
    Log.writeLine("radiod: " + report.summary(of: shown))
    if usable.isEmpty { throw Self.nothingOfUse }
  }

  /// Returns the content of `source`, and whether it came from a public server: then its addresses must be public too.
  private func read() async throws -> (StationImport, isFromPublicServer: Bool) {
    guard StreamURL.mayBeAddress(source) else {
      let bytes = try StationImport.bytes(ofFile: source == "-" ? "/dev/stdin" : source)
      let base = source == "-" ? Self.standardInput : source
      return (try StationImport.read(bytes, base: base, limit: StationList.maximumBytes), false)
    }
    let document = try await CommandContext(threshold: LogThreshold(global.level)).downloader.document(
      StreamRequest(url: StreamURL(source)), maximumBytes: StationImport.maximumBytes, within: Self.timeout)
    let list = try StationImport.read(
      document.bytes, base: document.head.url.text, contentType: document.head.contentType)
    return (list, !document.follower.allowsLocalHosts)
  }
}
