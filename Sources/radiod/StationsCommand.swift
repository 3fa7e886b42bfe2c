import ArgumentParser
import AudioCore
import Radio
import Stations

/// `radiod stations`: what can be played.
struct StationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stations", abstract: "List, show, check, find and change the stations.",
    subcommands: [
      ListStations.self, ShowStation.self, CheckStations.self, SearchStations.self, AddStation.self,
      RemoveStations.self, RenameStation.self, ImportStations.self, ExportStations.self,
    ], defaultSubcommand: ListStations.self)
}

/// `radiod stations list`.
struct ListStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the stations.")

  @Flag(help: "Write JSON, as stations.json has it.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let list = try Studio(global).chosenList()
    if json { return try StandardOutput.write(list.encoded()) }
    let idWidth = list.stations.map(\.id.count).max() ?? 0
    let nameWidth = list.stations.map(\.name.count).max() ?? 0
    for station in list.stations {
      let mark = station.favourite ? "*" : " "
      let columns = [
        station.id.padded(to: idWidth), station.name.padded(to: nameWidth), (station.country ?? "").padded(to: 2),
        station.tags.joined(separator: ", "),
      ]
      try StandardOutput.writeLine((mark + columns.joined(separator: "  ")).trimmedEnd)
    }
  }
}

/// `radiod stations show`.
struct ShowStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one station's entry.")

  @Argument(help: "Station id or name.", completion: .stations)
  var station: String

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let station = try Studio(global).entry(station)
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

extension String {
  /// The text with blanks behind it, at least `width` characters long.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text without blanks at its end.
  var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
