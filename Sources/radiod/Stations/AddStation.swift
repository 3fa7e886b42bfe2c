import ArgumentParser
import AudioCore
import JSON
import Stations

/// `radiod stations add`: adds a station to the user's list.
struct AddStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a station to your list.",
    discussion: "Exits with 65 when the station, or the id of --id, is already in the list. " + OwnStationsOrigin.help)

  @Argument(help: "Name of the station.")
  var name: String?

  @Argument(help: "Its http(s) address: a stream or a playlist.")
  var url: String?

  @Option(
    name: .customLong("from-search"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Add these results of the last 'radiod stations search', instead of a name and an address.",
      valueName: "number"))
  var found: [Int] = []

  @Option(help: "Its id in commands: a-z, 0-9, - and _. (default: made from the name)")
  var id: String?

  @Option(
    name: .customLong("tag"), help: ArgumentHelp("A tag, such as a genre; repeat for more.", valueName: "tag"))
  var tags: [String] = []

  @OptionGroup var fields: StationFields

  @Flag(name: [.customLong("favourite"), .customLong("favorite")], help: "Mark it as a favourite.")
  var favourite = false

  @Flag(help: "Write the new entry as JSON.")
  var json = false

  @OptionGroup(title: "Options of a new list") var list: NewListOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !found.isEmpty {
      guard name == nil else { throw ValidationError("--from-search takes numbers alone, not '\(name ?? "")'") }
      guard id == nil || found.count == 1 else {
        throw ValidationError("--id goes with one number, not with \(found.count)")
      }
    } else if name == nil || url == nil {
      throw ValidationError(
        "'add' takes a name and an address, such as: add \"Radio Mine\" https://example.org/live.mp3")
    }
    if fields.country?.isEmpty == true { throw ValidationError("--country takes two letters, such as FR, not ''") }
    if fields.homepage?.isEmpty == true { throw ValidationError("the address of --homepage is empty") }
    try StationCheck.validate(country: fields.country, homepage: fields.homepage)
  }

  func run() async throws {
    try add(try await wanted())
  }

  /// Returns the stations that the command line describes, with empty ids.
  private func wanted() async throws -> [Station] {
    if !found.isEmpty {
      let last = try LastSearch()
      return try found.map { try last.station($0, id: "") }
    }
    guard let name, let url else { throw TuneError.invalidRequest(message: "'add' takes a name and an address") }
    return [Station(id: "", name: name, url: url)]
  }

  /// Adds `stations`, completed by the options, and writes their ids. A station that is already in the list is
  /// reported. That is an error only when no other station was added.
  private func add(_ stations: [Station]) throws {
    if let id { try Station.check(newID: id) }
    let checked = try stations.map { try completed($0).usable() }
    var additions: [StationList.Addition] = []
    try OwnStationsOrigin(global).change(beginsEmpty: list.beginEmpty, makesNamed: true) {
      (stations) throws(TuneError) in
      if let id, let taken = stations.stations.first(where: { $0.id == id }) {
        throw .conflict(message: "the id '\(taken.id)' is taken by \(taken.name)")
      }
      additions = stations.add(checked)
    }
    let refusals = additions.compactMap(\.refusal)
    if let refusal = refusals.first, refusals.count == additions.count {
      throw TuneError.conflict(message: "\(refusal); nothing was added")
    }
    for refusal in refusals { Log.writeLine("radiod: \(refusal)") }
    for case .added(let station) in additions {
      if json {
        try StandardOutput.write(JSONWriter.write(station.json))
      } else {
        try StandardOutput.writeLine("added \(station.id): \(station.name)")
      }
    }
  }

  /// Returns `station`, completed by the options.
  private func completed(_ station: Station) -> Station {
    var station = station
    if let id { station.id = id }
    station.name = String(station.name[...].trimmedBlanks)
    if !tags.isEmpty { station.tags = tags }
    station.country = fields.country?.uppercased() ?? station.country
    station.homepage = fields.homepage ?? station.homepage
    station.encoding = fields.encoding ?? station.encoding
    station.favourite = favourite || station.favourite
    return station
  }
}

extension StationList.Addition {
  /// The reason why a station was left out; nil when it was added.
  fileprivate var refusal: String? {
    switch self {
    case .added: nil
    case .duplicate(let station, let known):
      StreamURL.identity(station.url) == StreamURL.identity(known.url)
        ? "'\(known.id)' (\(known.name)) has this address already"
        : "'\(known.id)' (\(known.name)) is the same station of the directory"
    case .full: "the list is full: it has \(StationList.maximumStations) stations"
    }
  }
}
