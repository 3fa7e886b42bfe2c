import ArgumentParser
import AudioCore
import Stations

/// `radiod stations list`.
struct ListStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all stations, or those that match.",
    discussion: """
      Each word must occur in a station's id, name or tags; all conditions must match. * marks favourites. 'radiod \
      stations move' changes the order. Exits with 66 when no station matches.
      """)

  @Argument(help: "Part of an id, a name or a tag.")
  var words: [String] = []

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A part of a tag, such as jazz; repeat for more.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Country code, two letters.", valueName: "code"))
  var country: String?

  @Flag(help: "Only favourites.")
  var favourites = false

  @Flag(help: "Write JSON in the form of stations.json.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if country?.isEmpty == true { throw ValidationError("--country takes two letters, such as FR, not ''") }
    try StationCheck.validate(country: country, homepage: nil)
  }

  func run() async throws {
    var list = try CommandContext(global).chosenList()
    let filter = StationFilter(words: words, tags: tags, country: country)
    let isEmpty = list.stations.isEmpty
    list.stations.removeAll { !filter.passes($0) || favourites && !$0.favourite }
    if list.stations.isEmpty, !isEmpty { throw NoStationFitsError(words: words) }
    if json { return try StandardOutput.write(list.encoded()) }
    try StandardOutput.writeTable(
      list.stations.map { station in
        [
          (station.favourite ? "*" : " ") + station.id, station.name, (station.country ?? "").padded(to: 2),
          station.tags.joined(separator: ", "),
        ]
      }, isFitted: true)
  }
}
