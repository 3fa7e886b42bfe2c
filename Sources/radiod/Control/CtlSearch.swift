import ArgumentParser
import AudioCore
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
      first column. Exits with 66 when no station matches.
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
      let number = play ?? add
      let answer = try await client.searchAnswer(words.joined(separator: " "), limit: max(limit, number ?? 0))
      let result = try client.result(of: answer)
      if let note = result.note { Log.writeLine("radiod: \(note)") }
      if result.stations.isEmpty || result.foundIn == .tag { Log.writeLine("radiod: \(result.report)") }
      if json { return try StandardOutput.writeLine(answer) }
      if result.stations.isEmpty { throw ExitCode(ExitCodes.noInput) }
      guard let number else { return try SearchTable(result.stations).write() }
      guard number <= result.stations.count else {
        throw TuneError.invalidRequest(
          message: "there is no result \(number): the search has 1 to \(result.stations.count)")
      }
      let station = result.stations[number - 1].station
      if play != nil { return try CtlOptions.write(try await client.perform(.play(.station(station)))) }
      let added = try await client.change(.add(station)) ?? station
      try StandardOutput.writeLine("added \(added.id): \(added.name)")
    }
  }
}
