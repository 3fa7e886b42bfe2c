import ArgumentParser
import AudioCore
import Stations

/// `radiod stations move`: changes the order of the list.
struct MoveStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Change the order of your list.",
    discussion: """
      The order is that of 'radiod stations', of the keys n and b, and of the queue of the daemon. Several stations \
      are placed one behind the other.

      """ + OwnStations.help)

  @Argument(help: ArgumentHelp("Ids of the stations, whole.", valueName: "station"))
  var ids: [String]

  @Flag(help: "Put them before all others.")
  var first = false

  @Flag(help: "Put them behind all others.")
  var last = false

  @Option(help: ArgumentHelp("Put them before this one.", valueName: "station"))
  var before: String?

  @Option(help: ArgumentHelp("Put them behind this one.", valueName: "station"))
  var after: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// The new place; nil unless exactly one was named.
  private var place: StationList.Place? {
    let places: [StationList.Place?] = [
      first ? .first : nil, last ? .last : nil, before.map { .before($0) }, after.map { .after($0) },
    ]
    let named = places.compactMap(\.self)
    return named.count == 1 ? named.first : nil
  }

  func validate() throws {
    guard place != nil else {
      throw ValidationError("'move' takes one of --first, --last, --before STATION and --after STATION")
    }
  }

  func run() async throws {
    guard let place else { return }
    var moved: [(number: Int, station: Station)] = []
    try OwnStations(global).change { (list) throws(TuneError) in
      try list.move(ids, to: place)
      moved = list.stations.enumerated().filter { ids.contains($0.element.id) }.map { ($0.offset + 1, $0.element) }
    }
    for (number, station) in moved {
      try StandardOutput.writeLine("\(station.id): number \(number) in the list")
    }
  }
}
