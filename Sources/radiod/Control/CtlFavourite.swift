import ArgumentParser
import AudioCore
import RadioModel
import Remote
import Stations

/// `radiod ctl favourite`.
struct CtlFavourite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Mark a station of the daemon's list as a favourite.",
    discussion: "Without a station, marks the one that is played, or was last. Exits with 66 when no station fits.")

  @Argument(help: ArgumentHelp("Station id or part of a name.", valueName: "station"))
  var station: String?

  @Flag(help: "Remove the mark.")
  var remove = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      let list = StationList(stations: try await client.stations().stations)
      let chosen = if let station { try list.find(station) } else { try await Self.current(of: client, in: list) }
      let after = try await client.change(.setFavourite(id: chosen.id, !remove)) ?? chosen
      try StandardOutput.writeLine("\(after.name) is \(remove ? "not " : "")a favourite")
    }
  }

  /// Returns the station of `list` that the daemon plays or played last. Throws `.invalidRequest` when that is in no
  /// list.
  private static func current(of client: RadioClient, in list: StationList) async throws -> Station {
    let status = try await client.status()
    if let station = list.stations.first(where: { $0.id == status.station }) { return station }
    let what = status.name.isEmpty ? "nothing was played yet" : "\(status.name) is not in the list"
    throw TuneError.invalidRequest(message: "\(what); name a station, such as: ctl favourite fip")
  }
}
