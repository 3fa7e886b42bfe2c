import ArgumentParser
import AudioCore
import Stations

/// `radiod stations move`: changes the order of the list.
struct MoveStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Change the order of your list.",
    discussion: """
      'radiod stations', the keys n and b, and the daemon's queue follow this order. Several stations keep the given \
      order.

      """ + OwnStationsOrigin.help)

  @Argument(help: ArgumentHelp("Ids or whole names of the stations.", valueName: "station"))
  var ids: [String]

  @Flag(help: "Move them to the beginning.")
  var first = false

  @Flag(help: "Move them to the end.")
  var last = false

  @Option(help: ArgumentHelp("Move them before this station.", valueName: "station"))
  var before: String?

  @Option(help: ArgumentHelp("Move them after this station.", valueName: "station"))
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
    try OwnStationsOrigin(global).change { (list) throws(TuneError) in
      var ids: [String] = []
      for word in self.ids { ids.append(try list.id(of: word)) }
      try list.move(ids, to: place.naming { (word) throws(TuneError) in try list.id(of: word) })
      moved = list.stations.enumerated().filter { ids.contains($0.element.id) }.map { ($0.offset + 1, $0.element) }
    }
    for (number, station) in moved {
      try StandardOutput.writeLine("\(station.id): number \(number) in the list")
    }
  }
}

extension StationList.Place {
  /// Returns the place beside the station whose id `id` returns for the word that names it.
  fileprivate func naming(_ id: (String) throws(TuneError) -> String) throws(TuneError) -> Self {
    switch self {
    case .first, .last: self
    case .before(let word): .before(try id(word))
    case .after(let word): .after(try id(word))
    }
  }
}
