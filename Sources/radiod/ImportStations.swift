import ArgumentParser
import AudioCore
import Downloader
import Stations

/// `radiod stations import`: another program's list, into the user's own.
struct ImportStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the stations of a file or web address to your list.",
    discussion: """
      Reads PLS, M3U, XSPF, OPML, the CSV of PyRadio, the bookmarks of radiotray-ng, and stations.json; which of them it is \
      tells the content. Tells of each entry whether it was added, is in your list already, or was left out, and why. Exits \
      with 65 when none of them could be used.

      """ + OwnStations.help)

  @Argument(
    help: ArgumentHelp("File, http(s) address, or - for standard input.", valueName: "file|url"), completion: .file())
  var source: String

  @Flag(help: "Write JSON, one object an entry and line.")
  var json = false

  @OptionGroup(title: "Options of a new list") var list: NewListOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// How long a list may take to come from a server.
  private static let patience: Duration = .seconds(20)

  func run() async throws {
    let own = try OwnStations(global)
    let (found, staysAbroad) = try await read()
    var report = ImportReport(found)
    var usable: [Station] = []
    for station in found.stations {
      do throws(TuneError) {
        var station = station
        if let encoding = station.encoding, TextCharset(name: encoding) == nil { station.encoding = nil }
        station = try StationCheck.usable(station)
        if staysAbroad, let scope = try StreamURL(station.url).scope, scope != .everywhere {
          throw .usage(message: "its address is of this machine or network, and the list came from a public server")
        }
        usable.append(station)
      } catch {
        report.leaveOut(station.name, reason: error.description)
      }
    }
    var additions: [StationList.Addition] = []
    if !usable.isEmpty {
      try own.change(beginsEmpty: list.beginEmpty, makesNamed: true) { (list) throws(TuneError) in
        additions = list.add(usable)
      }
    }
    report.take(additions)
    for line in json ? report.jsonLines : report.lines { try StandardOutput.writeLine(line) }
    Log.writeLine("radiod: " + report.summary(of: source == "-" ? "standard input" : source))
    if usable.isEmpty { throw ExitCode(65) }
  }

  /// What `source` holds, and whether a public server gave it: then what it names must be public too.
  private func read() async throws -> (StationImport, staysAbroad: Bool) {
    guard source.contains("://") else {
      let path = source == "-" ? "/dev/stdin" : source
      return (try StationImport.read(try StationImport.bytes(ofFile: path), base: path), false)
    }
    let downloader = Downloader(eventLoops: try Studio(global).eventLoops, environment: Studio.environment)
    let document = try await downloader.document(
      StreamRequest(url: StreamURL(source)), maximumBytes: StationImport.maximumBytes, within: Self.patience)
    let list = try StationImport.read(
      document.bytes, base: document.head.url.text, contentType: document.head.contentType)
    return (list, !document.follower.allowsLocalHosts)
  }
}
