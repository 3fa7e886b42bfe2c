import ArgumentParser
import AudioCore
import RadioModel
import Recording

/// `radiod record`: a station into files, as it is received.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a station into files, as it is received.",
    discussion: """
      Nothing is decoded and encoded again; no sound is played, and no daemon is needed. Each file is a line on standard \
      output when it is finished. It goes on over lost connections, until Ctrl-C, SIGTERM, --duration or the end of the \
      source; what was received is kept then. Without --split, the titles of a file are in a cue sheet beside it.

      With --every it writes the log of a station: a file for each piece of the local day, named by day and hour, without \
      a packet lost or doubled between them, and a line in log.jsonl for each file, with its begin and end, gaps, titles, \
      loudness and silences. A full disk does not end a log. docs/recording.md describes files and lines.

      \(CtlRecord.note)
      """)

  @Argument(help: ArgumentHelp("Station id or name, or http(s) address.", valueName: "station|url"))
  var source: String

  @Flag(help: "Write a file for each title.")
  var split = false

  @Flag(help: "Leave out titles that are not songs; with --split.")
  var songsOnly = false

  @Option(
    help: ArgumentHelp("Leave out titles that are shorter than this, such as 45s; with --split.", valueName: "time"),
    transform: { text in try RecordArguments.time(text, of: "--skip-shorter") })
  var skipShorter: Duration?

  @Option(
    help: ArgumentHelp("Stop after this much sound, such as 90s, 10m or 2h. (default: none)", valueName: "time"),
    transform: DurationArgument.parse)
  var duration: Duration?

  @Option(
    help: ArgumentHelp(
      "Folder of the files. (default: the setting 'recordings', else SpringRadio in your folder of music)",
      valueName: "folder"), completion: .directory)
  var to: String?

  @Option(
    help: RetryArgument.help(defaultValue: "forever"), completion: .list(["never", "forever"]),
    transform: RetryArgument.parse)
  var retry: RetryLimit?

  @Option(
    help: ArgumentHelp(
      "Write a log, with a file for each piece of the day: \(LogDivision.words.joined(separator: ", ")).",
      valueName: "time"), completion: .list(LogDivision.words), transform: RecordArguments.division)
  var every: LogDivision?

  @Option(
    help: ArgumentHelp(
      """
      With --every: remove the files of this log that ended longer ago, such as 42d or 36h, if log.jsonl names them and \
      their size is unchanged. (default: nothing is removed)
      """, valueName: "time"), transform: RecordArguments.age)
  var deleteAfter: Duration?

  @OptionGroup var quality: QualityArguments
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if songsOnly, !split { throw ValidationError("--songs-only goes with --split") }
    if skipShorter != nil, !split { throw ValidationError("--skip-shorter goes with --split") }
    if every != nil, split {
      throw ValidationError("--every divides by the clock and --split by titles: leave one out")
    }
    if deleteAfter != nil, every == nil { throw ValidationError("--delete-after goes with --every") }
    if let every, let deleteAfter, deleteAfter < every.length {
      throw ValidationError("--delete-after takes at least the length of a file, \(DurationText.text(every.length))")
    }
    if to?.isEmpty == true { throw ValidationError("--to takes the path of a folder") }
  }

  func run() async throws {
    let work = try RecordWork(
      word: source, isSplit: split, isSongsOnly: songsOnly, shortest: skipShorter ?? .zero, duration: duration,
      folder: to, retry: retry ?? .forever, division: every, deleteAfter: deleteAfter,
      maximumKilobits: quality.maxBitrate, global: global.choice)
    try await work.run()
  }
}
