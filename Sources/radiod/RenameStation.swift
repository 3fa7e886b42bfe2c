import ArgumentParser
import AudioCore
import Stations

/// `radiod stations rename`.
struct RenameStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a station of your list another name, another id, or both.",
    discussion: "The id stays as it is unless --id says otherwise. " + OwnStations.help)

  @Argument(help: "Id of the station, whole.", completion: .stations)
  var station: String

  @Argument(help: "What it is called from now on.")
  var name: String?

  @Option(name: .customLong("id"), help: ArgumentHelp("Its id from now on: a-z, 0-9, - and _.", valueName: "id"))
  var newID: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard name != nil || newID != nil else { throw ValidationError("'rename' takes a new name, or --id with a new id") }
  }

  func run() async throws {
    var after: Station?
    try OwnStations(global).change { (list) throws(TuneError) in
      let index = try list.index(ofID: station)
      var renamed = list.stations[index]
      renamed.name = name ?? renamed.name
      renamed.id = newID ?? renamed.id
      // Only what is new is looked at: the rest was in the list before, and stays as it is.
      if let newID { try StationCheck.newID(newID) }
      if let fault = renamed.fault { throw .usage(message: "the \(fault)") }
      if let other = list.stations.indices.first(where: { $0 != index && list.stations[$0].id == renamed.id }) {
        throw .usage(message: "the id '\(renamed.id)' is taken by \(list.stations[other].name)")
      }
      list.stations[index] = renamed
      after = renamed
    }
    if let after { try StandardOutput.writeLine("renamed \(station): it is \(after.id): \(after.name)") }
  }
}
