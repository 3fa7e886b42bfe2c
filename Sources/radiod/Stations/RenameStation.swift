import ArgumentParser
import AudioCore
import Stations

/// `radiod stations rename`.
struct RenameStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Change the name or id of a station in your list.",
    discussion: "The id changes only with --id. " + OwnStationsOrigin.help)

  @Argument(help: ArgumentHelp("Id or whole name of the station.", valueName: "station"))
  var station: String

  @Argument(help: "New name.")
  var name: String?

  @Option(name: .customLong("id"), help: ArgumentHelp("New id: a-z, 0-9, - and _.", valueName: "id"))
  var newID: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard name != nil || newID != nil else { throw ValidationError("'rename' takes a new name, or --id with a new id") }
  }

  func run() async throws {
    var after: Station?
    try OwnStationsOrigin(global).change { (list) throws(TuneError) in
      // Only new values are checked: the others were in the list before, and stay unchanged.
      let id = try list.id(of: station)
      var renamed = list.stations[try list.index(ofID: id)]
      renamed.name = name ?? renamed.name
      if let newID {
        try Station.check(newID: newID)
        renamed.id = newID
      }
      try list.replace(id, with: renamed)
      after = renamed
    }
    if let after { try StandardOutput.writeLine("renamed \(station): it is \(after.id): \(after.name)") }
  }
}
