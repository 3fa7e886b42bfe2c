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
      // All words are read before one station is gone: a name would then fit another one.
      var found: [String] = []
      for word in ids { found.append(try list.id(of: word)) }
      for id in found { removed.append(list.stations.remove(at: try list.index(ofID: id))) }
    }
    for station in removed { try StandardOutput.writeLine("removed \(station.id): \(station.name)") }
  }
}
