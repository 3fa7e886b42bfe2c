import ArgumentParser
import AudioCore
import Stations

/// `radiod stations remove`.
struct RemoveStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove stations from your list.", discussion: OwnStationsOrigin.help)

  @Argument(help: ArgumentHelp("Ids or whole names of the stations.", valueName: "station"))
  var ids: [String]

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    var removed: [Station] = []
    try OwnStationsOrigin(global).change { (list) throws(TuneError) in
      for word in ids { removed.append(list.stations.remove(at: try list.index(ofID: list.id(of: word)))) }
    }
    for station in removed { try StandardOutput.writeLine("removed \(station.id): \(station.name)") }
  }
}
