import ArgumentParser
import AudioCore
import Daemon
import Directory
import Downloader
import Glibc
import JSON
import Logging
import Radio
import Stations
import SystemSupport

/// `radiod stations`: lists and changes the stations.
struct StationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stations", abstract: "List, show, check, find and change the stations.",
    discussion: "Other words search the list: 'radiod stations jazz'.",
    subcommands: [
      ListStations.self, ShowStation.self, CheckStations.self, SearchStations.self, AddStation.self,
      EditStation.self, RenameStation.self, MoveStations.self, RemoveStations.self, ImportStations.self,
      ExportStations.self,
    ], defaultSubcommand: ListStations.self)
}

/// `radiod stations show`.
struct ShowStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one station's entry.")

  @Argument(help: ArgumentHelp("Station id or name.", valueName: "station"))
  var station: String

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let station = try CommandContext(global).entry(station)
    if json { return try StandardOutput.write(JSONWriter.write(station.json)) }
    let rows: [(String, String?)] = [
      ("id", station.id), ("name", station.name), ("url", station.url.isEmpty ? "built in" : station.url),
      ("homepage", station.homepage),
      ("image", station.image), ("tags", station.tags.isEmpty ? nil : station.tags.joined(separator: ", ")),
      ("country", station.country), ("language", station.language), ("encoding", station.encoding),
      ("user agent", station.userAgent),
      ("alternates", station.alternates.isEmpty ? nil : station.alternates.joined(separator: " ")),
      ("favourite", station.favourite ? "yes" : nil), ("directory", station.directoryID),
    ]
    for case (let label, let value?) in rows { try StandardOutput.writeLine(label.padded(to: 12) + value) }
  }
}

extension String {
  /// Returns the text padded with spaces at its end to at least `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text without spaces at its end.
  var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Notifies the station directory when one of its stations is played, unless the settings forbid it.
struct StationClicks {
  private let reporter: ClickReporter
  private let events: Tuner.Events

  /// Follows the events of `tuner` from now on. Nil when none of `stations` comes from the directory (with nil any
  /// station may be played), when the settings forbid notifications, and when the settings cannot be read: in doubt the
  /// player sends none.
  init?(of stations: [Station]? = nil, following tuner: Tuner, context: CommandContext, level: Logger.Level) {
    guard stations?.contains(where: { $0.directoryID != nil }) != false, let settings = try? DirectorySettings.read(),
      let reporter = try? Self.reporter(of: settings, context: context, logger: Log.logger(level: level))
    else { return nil }
    self.reporter = reporter
    events = tuner.events()
  }

  /// Returns a reporter according to `settings`; nil when they forbid notifications. Throws for an invalid address of
  /// the directory.
  static func reporter(of settings: Settings, context: CommandContext, logger: Logger) throws(DaemonFailure)
    -> ClickReporter?
  {
    guard settings.countsClicks, !settings.isDirectoryOff else { return nil }
    let folders = Folders(environment: CommandContext.environment, userID: geteuid())
    return ClickReporter(
      downloader: context.downloader, servers: try DirectorySettings.servers(of: settings), path: folders.clicks,
      note: { logger.debug("\($0)", source: "Directory") }, onFault: { logger.warning("\($0)") })
  }

  /// Reports the stations that the radio plays, until the task is cancelled.
  func report() async {
    async let reporting: Void = reporter.run()
    var station: Station?
    for await event in events {
      if case .tuned(let source) = event { station = source.station }
      if case .playing = event, let station { reporter.heard(station) }
    }
    await reporting
  }
}
