import ArgumentParser
import AudioCore
import JSON
import RadioModel
import Remote
import Stations

/// `radiod ctl search`.
struct CtlSearch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find stations in the directory through the daemon, play or add one.",
    discussion: """
      WORDS are a part of the name; when no name has them, tags are searched. '#jazz' is a tag, '@FR' a country and \
      'codec:aac' a codec; a shell needs the quotes. Say the same words again with --play or --add and a number of the \
      first column. Exits with 66 when no station matches, with --json after the answer.
      """)

  /// The default number of results: as many as fit on a screen.
  private static let defaultLimit = 20

  @Argument(help: "A part of the station's name, or '#tag', '@country', codec:name.")
  var words: [String]

  @Option(help: ArgumentHelp("Play this result.", valueName: "number"))
  var play: Int?

  @Option(help: ArgumentHelp("Add this result to the daemon's list.", valueName: "number"))
  var add: Int?

  @Option(help: ArgumentHelp("Maximum number of results, 1 to 100.", valueName: "number"))
  var limit = defaultLimit

  @Flag(help: "Write the daemon's answer as one JSON object.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws {
    let limits = 1...StationSearchResult.maximumStations
    try limits.check("--limit", limit)
    try limits.check("--play", play)
    try limits.check("--add", add)
    guard [play != nil, add != nil, json].count(where: \.self) <= 1 else {
      throw ValidationError("--play, --add and --json cannot be used together")
    }
    do throws(OptionError) {
      _ = try SearchWords(words.joined(separator: " "))
    } catch {
      throw ValidationError(error.description)
    }
  }

  func run() async throws {
    try await options.withClient { client in
      let stations = try await search(client)
      guard let number = play ?? add else {
        return json ? () : try SearchTable(Array(stations.prefix(limit))).write()
      }
      guard number <= stations.count else {
        throw TuneError.invalidRequest(message: "there is no result \(number): the search has 1 to \(stations.count)")
      }
      let station = stations[number - 1].station
      if play != nil { return try CtlOptions.writeUnlessFailed(try await client.perform(.play(.station(station)))) }
      let added = try await client.change(.add(station)) ?? station
      try StandardOutput.writeLine("added \(added.id): \(added.name)")
    }
  }

  /// Returns what `client`'s daemon finds, and writes what there is to say about it, with `--json` the answer. Throws
  /// ``ExitCode`` when it finds nothing.
  private func search(_ client: RadioClient) async throws -> [FoundStation] {
    // The directory keeps the answers to different limits apart: a number must mean the same station in each of them.
    let maximum = StationSearchResult.maximumStations
    let answer = try await client.searchAnswer(words.joined(separator: " "), limit: maximum)
    let result = try client.result(of: answer)
    if let note = result.note { Log.writeLine("radiod: \(note)") }
    if result.stations.isEmpty || result.foundIn == .tag { Log.writeLine("radiod: \(result.report)") }
    if json { try StandardOutput.writeLine(cut(answer)) }
    if result.stations.isEmpty { throw ExitCode(ExitCodes.noInput) }
    return result.stations
  }

  /// Returns `answer` with ``limit`` stations at most.
  private func cut(_ answer: JSONValue) -> JSONValue {
    let members = (answer.members ?? []).map { member in
      guard member.key == "stations", let stations = member.value.elements else { return member }
      return JSONMember(member.key, JSONValue(.array(Array(stations.prefix(limit)))))
    }
    return JSONValue(.object(members))
  }
}
