import ArgumentParser
import AudioCore
import RadioModel
import Remote

/// `radiod ctl record`.
struct CtlRecord: AsyncParsableCommand {
  /// What the help of all commands that write sound says.
  static let note =
    "Keep and record for private use; whether you may do so is a matter of the law of your country."

  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record what the daemon plays, or another station, as it is received.",
    discussion: """
      The files are in the folder of recordings of the daemon (setting 'recordings'), with the packets of the station \
      unchanged; docs/recording.md describes them. At most four recordings are written at the same time. \(note)
      """,
    subcommands: [CtlRecordList.self, CtlRecordStart.self, CtlRecordStop.self], defaultSubcommand: CtlRecordList.self)
}

/// `radiod ctl record list`.
struct CtlRecordList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the recordings and their files, newest first.",
    discussion: "'radiod ctl record stop' takes the first column.")

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func run() async throws {
    try await options.withClient { client in
      if json { return try StandardOutput.writeLine(try await client.get(.recordings)) }
      try RecordingText.write(try await client.recordings().map(\.cleaned))
    }
  }
}

/// `radiod ctl record start`.
struct CtlRecordStart: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Record what is played from now on, or a station.",
    discussion: """
      Ends with 'radiod ctl record stop' and after --duration. Without a station, what is played is recorded, until the \
      daemon plays something else. With one, the daemon receives it for the recording alone, whatever it plays.
      """)

  @Argument(
    help: ArgumentHelp("Station id or part of a name, or http(s) address.", valueName: "station|url"))
  var source: String?

  @Flag(help: "Write a file for each title.")
  var split = false

  @Flag(help: "Leave out titles that are not songs; with --split.")
  var songsOnly = false

  @Option(
    help: ArgumentHelp("How much to record, such as 90s, 10m or 2h. (default: until it is stopped)", valueName: "time"),
    transform: DurationArgument.parse)
  var duration: Duration?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws {
    if songsOnly, !split { throw ValidationError("--songs-only goes with --split") }
    let durations = Duration.seconds(1) ... .seconds(RecordRequest.maximumDuration)
    if let duration, !durations.contains(duration) {
      throw ValidationError("--duration takes a time from 1s to \(DurationText.text(durations.upperBound))")
    }
  }

  func run() async throws {
    var request = RecordRequest(source.map { StreamURL.mayBeAddress($0) ? .url($0) : .station($0) })
    (request.isSplit, request.isSongsOnly, request.duration) = (split, songsOnly, duration)
    try await options.withClient { [request] client in
      try RecordingText.write([try await client.record(request).cleaned])
    }
  }
}

/// `radiod ctl record stop`.
struct CtlRecordStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End a recording, or all of them.",
    discussion: "A title that is being kept ends with what was received of it.")

  @Argument(help: ArgumentHelp("The number that 'radiod ctl record list' shows; without it, all.", valueName: "id"))
  var id: Int?

  @OptionGroup(title: "Remote options") var options: CtlOptions

  func validate() throws {
    if let id, id < 1 { throw ValidationError("'stop' takes a number from 1 up, not \(id)") }
  }

  func run() async throws {
    try await options.withClient { client in
      var ended: [RecordingStatus] = []
      if let id {
        ended.append(try await client.stopRecording(id).cleaned)
      } else {
        for recording in try await client.recordings() where recording.isActive {
          ended.append(try await client.stopRecording(recording.id).cleaned)
        }
      }
      try RecordingText.write(ended)
    }
  }
}
