public import ArgumentParser
import AudioCore
import Glibc
public import Stations
import SystemSupport

/// `radiod stations export`: writes the list for other programs.
struct ExportStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the station list for other programs.",
    discussion: """
      m3u has names, addresses, ids, tags, logos, countries and languages, pls names and addresses, xspf nearly \
      everything, and json everything. 'radiod stations import' reads each of them. A replaced file keeps its owner \
      and mode. Passwords in addresses are written, too; only the owner may then read the file. Exits with 73 when \
      the file cannot be created; folders are not created.
      """)

  @Argument(
    help: "Output file, which is replaced. (default: standard output)", completion: .file())
  var file: String?

  @Option(help: "Output format. (default: by the file's name, else m3u)")
  var format: StationExport.Format?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let format = try format ?? formatOfName()
    let exported = try CommandContext(global).chosenList()
    let bytes = StationExport.write(exported, as: format)
    guard let file, file != "-" else { return try StandardOutput.write(bytes) }
    let list = StationListLocation.choose(option: global.stations, environment: CommandContext.environment)
    // A list that does not exist yet is compared by its name.
    if let path = list.path, path == file || FileIdentity.isSame(path, file) {
      throw TuneError.invalidRequest(message: "\(file) is the list itself; write to another file")
    }
    let hasCredentials = exported.stations.contains { $0 != $0.withoutCredentials }
    try AtomicFile.writeShared(bytes, to: file, isPrivate: hasCredentials)
  }

  /// Returns the format that the file's suffix names; M3U for a name without a suffix. Throws `.invalidRequest` for a
  /// suffix that names no supported format.
  private func formatOfName() throws(TuneError) -> StationExport.Format {
    let name = file?.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return .m3u }
    let ending = name[name.index(after: dot)...].lowercased()
    if ending == "m3u8" { return .m3u }
    guard let format = StationExport.Format(rawValue: ending) else {
      let known = StationExport.Format.allCases.map(\.rawValue)
      let endings = known.map { "." + $0 }.joined(separator: ", ")
      throw .invalidRequest(
        message: "a list cannot be written as .\(ending): end the name with one of \(endings), "
          + "or use --format \(known.joined(separator: "|"))"
      )
    }
    return format
  }
}

extension StationExport.Format: ExpressibleByArgument {}
