import ArgumentParser
import AudioCore
import Glibc
import Stations

/// `radiod stations export`: the list, for other programs.
struct ExportStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the station list for other programs.",
    discussion: """
      m3u has names, addresses, ids, tags, logos, countries and languages, pls names and addresses, xspf nearly all, and json \
      everything. 'radiod stations import' reads each of them.
      """)

  @Argument(
    help: "File to write; it is replaced if it is there. (default: standard output)", completion: .file())
  var file: String?

  @Option(help: "What to write. (default: as the file's name ends, else m3u)")
  var format: StationExport.Format?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let bytes = StationExport.write(try Studio(global).chosenList(), as: format ?? formatOfName ?? .m3u)
    guard let file, file != "-" else { return try StandardOutput.write(bytes) }
    if case .named(let path) = location, Self.isSame(path, file) { throw refusal }
    if case .user(let path) = location, Self.isSame(path, file) { throw refusal }
    try AtomicFile.write(bytes, to: file)
  }

  private var location: StationListLocation {
    .choose(option: global.stations, environment: Studio.environment)
  }

  private var refusal: TuneError {
    .usage(message: "\(file ?? "") is the list itself; write to another file")
  }

  private var formatOfName: StationExport.Format? {
    guard let end = file?.split(separator: ".").last?.lowercased() else { return nil }
    return end == "m3u8" ? .m3u : StationExport.Format(rawValue: end)
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

extension StationExport.Format: ExpressibleByArgument {}
