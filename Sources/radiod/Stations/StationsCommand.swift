import ArgumentParser
import AudioCore
import Glibc
import JSON
import Stations

/// `radiod stations`: lists and changes the stations.
struct StationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stations", abstract: "List, show, check, find and change the stations.",
    discussion: "Other words search the list: 'radiod stations jazz'.",
    subcommands: [
      ListStations.self, ShowStation.self, CheckStations.self, SearchStations.self, AddStation.self,
      EditStation.self, RenameStation.self, MoveStations.self, RemoveStations.self, ImportStations.self,
      ExportStations.self,
    ], defaultSubcommand: ListStations.self)
}

/// `radiod stations show`.
struct ShowStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one station's entry.")

  @Argument(help: ArgumentHelp("Station id or name.", valueName: "station"))
  var station: String

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let station = try CommandContext(global).entry(station)
    if json { return try StandardOutput.write(JSONWriter.write(station.json)) }
    let rows: [(String, String?)] = [
      ("id", station.id), ("name", station.name), ("url", station.url.isEmpty ? "built in" : station.url),
      ("homepage", station.homepage),
      ("image", station.image), ("tags", station.tags.isEmpty ? nil : station.tags.joined(separator: ", ")),
      ("country", station.country), ("language", station.language), ("encoding", station.encoding),
      ("user agent", station.userAgent),
      ("alternates", station.alternates.isEmpty ? nil : station.alternates.joined(separator: " ")),
      ("favourite", station.favourite ? "yes" : nil), ("directory", station.directoryID),
    ]
    for case (let label, let value?) in rows { try StandardOutput.writeLine(label.padded(to: 12) + value) }
  }
}
