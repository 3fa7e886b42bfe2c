import ArgumentParser
import AudioCore
import Bytes
import Daemon
import Directory
import Downloader
import Glibc
import RadioModel
import Stations

/// `radiod stations search`: finds stations in the directory.
struct SearchStations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find stations in the directory of radio-browser.info.",
    discussion: """
      WORDS are a part of the name; use --tag for genres. When no name has them, tags are searched. '#jazz', '@FR' and \
      'codec:aac' among the words are short for --tag, --country and --codec; a shell needs the quotes. All conditions \
      must match. Without any, finds the most played stations. 'radiod play --from-search 3' plays the third result of \
      the last search that found something, and 'radiod stations add --from-search 3' adds it to your list. Results \
      are cached for a day, and used longer while the directory cannot be reached. Exits with 66 when no station \
      matches, with 69 when the directory does not answer.
      """)

  @Argument(help: "A part of the station's name, or '#tag', '@country', codec:name.")
  var words: [String] = []

  @Option(help: ArgumentHelp("Country: two letters, or a part of the English name.", valueName: "country"))
  var country: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A part of a tag, such as jazz; repeat for more.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Codec: MP3, AAC, AAC+, OGG, FLAC and others.", valueName: "codec"))
  var codec: String?

  @Option(help: ArgumentHelp("Maximum number of results, 1 to \(DirectoryQuery.maximumLimit).", valueName: "number"))
  var limit = DirectoryQuery.defaultLimit

  @Option(help: ArgumentHelp("Use this server of the directory.", valueName: "url"))
  var server: String?

  @Flag(help: "Ignore cached results.")
  var refresh = false

  @Flag(help: "Write one JSON object per station and line.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let search = try wanted()
    _ = try DirectoryQuery(search, limit: limit)
    let context = CommandContext(threshold: LogThreshold(global.level))
    let logger = Log.logger(level: global.level)
    let directory = DirectorySettings.directory(
      at: try DirectorySettings.servers(option: server), context: context, logger: logger)
    let outcome = try await directory.search(search, limit: limit, refresh: refresh)
    if let failure = outcome.failure {
      Log.writeLine("radiod: " + StationSearchResult.ageNote(failure.description, age: outcome.age))
    }
    if let fault = outcome.memoryFault {
      Log.writeLine("radiod: \(fault); --from-search does not know what was found now")
    }
    let stations = outcome.finding.stations
    let report = search.report(count: stations.count, limit: limit, foundIn: outcome.foundIn)
    if stations.isEmpty || outcome.foundIn == .tag { Log.writeLine("radiod: \(report)") }
    if stations.isEmpty { throw ExitCode(ExitCodes.noInput) }
    if json {
      for (index, station) in stations.enumerated() {
        try StandardOutput.writeLine(SearchTable.json(station, number: index + 1))
      }
    } else {
      try SearchTable(stations).write()
    }
  }

  /// Returns what the words and options ask for. Throws ``OptionError``.
  private func wanted() throws(OptionError) -> SearchWords {
    var search = try SearchWords(words.joined(separator: " "))
    for list in tags { search.add(tags: list) }
    search.country = country.map(SearchWords.country(named:)) ?? search.country
    search.codec = codec ?? search.codec
    return search
  }
}
