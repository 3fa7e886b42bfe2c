import ArgumentParser
import AudioCore
import Stations

/// `radiod stations remove`.
struct RemoveStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove stations from your list.", discussion: OwnStationsOrigin.help)

  @Argument(help: ArgumentHelp("Complete ids of the stations.", valueName: "station"))
  var ids: [String]

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    var removed: [Station] = []
    try OwnStationsOrigin(global).change { (list) throws(TuneError) in
      for id in ids { removed.append(list.stations.remove(at: try list.index(ofID: id))) }
    }
    for station in removed { try StandardOutput.writeLine("removed \(station.id): \(station.name)") }
  }
}
