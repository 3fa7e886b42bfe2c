import AudioCore
import Bytes
import Daemon
import Downloader
import Logging
import Parser
import Pictures
import Radio
import RadioModel
import Recording
import Stations
import SystemSupport

/// One `radiod record`.
struct RecordWork: Sendable {
  private let word: String
  private let order: RecordingOrder
  private let duration: Duration?
  private let retry: RetryLimit
  private let division: LogDivision?
  private let deleteAfter: Duration?
  private let maximumKilobits: Int?
  private let global: GlobalOptions.Choice
  private let folder: RecordingFolder
  private let names: FileNames

  /// The work for these values of the options. `folder` is the path of `--to`. Throws ``DaemonStartError`` for invalid
  /// settings, and `SystemError` for a user without a folder.
  init(
    word: String, isSplit: Bool, isSongsOnly: Bool, shortest: Duration, duration: Duration?, folder: String?,
    retry: RetryLimit, division: LogDivision?, deleteAfter: Duration?, maximumKilobits: Int?,
    global: GlobalOptions.Choice
  ) throws {
    self.word = word
    var order = RecordingOrder(rule: isSplit ? .titles : .whole, beginning: 0)
    (order.isSongsOnly, order.shortest, order.duration) = (isSongsOnly, shortest, duration)
    self.order = order
    self.duration = duration
    self.retry = retry
    self.division = division
    self.deleteAfter = deleteAfter
    self.maximumKilobits = maximumKilobits
    self.global = global
    let settings = try CommandContext.settingsReader().readRecordedFiles()
    self.folder = try folder.map { RecordingFolder($0) } ?? settings.folder(in: CommandContext.folders)
    names = settings.names
  }

  /// Records until the source ends, or a signal or an error ends it. Files are finished in any case.
  ///
  /// Throws `TuneError` when the source is given up, `SystemError` for files that cannot be written, and `RecordingError`
  /// for sound that goes into no file.
  func run() async throws {
    let context = try CommandContext(global)
    let source = try await context.source(for: word)
    let opener = context.opener(maximumKilobits: maximumKilobits)
    guard try opener.requests(for: source) != nil else {
      throw TuneError.invalidRequest(message: "'record' takes a station or an address, not a file or standard input")
    }
    let reception = RecordedReception(of: source, feed: StationFeed(opener: opener, retry: retry))
    let (files, output) = AsyncStream.makeStream(of: String.self)
    let make = try recorder(of: source, from: reception, logger: context.logger, output: output)
    SignalWatch.onSignal { reception.stop() }
    let log = Log.ofEvents(level: global.level)
    async let written: Void = Self.write(files)
    do {
      try await reception.run(recorder: make) { event in if let event = TunerEvent(event) { log.record(event) } }
    } catch {
      output.finish()
      await written
      throw error
    }
    output.finish()
    await written
  }

  /// Writes the paths of files. A reader that is gone ends no recording.
  private static func write(_ files: AsyncStream<String>) async {
    for await path in files { try? StandardOutput.writeLine(CleanText.singleLine(path, limit: 4096)) }
  }

  // MARK: - The recorder

  private typealias Output = AsyncStream<String>.Continuation

  /// Returns what makes the recorder of `reception`, whose files go to `output`. Throws `SystemError` when the folder cannot
  /// be used.
  private func recorder(
    of source: Source, from reception: RecordedReception, logger: Logger, output: Output
  ) throws -> @Sendable (StreamHead) -> any SoundRecorder {
    if let division {
      return try logRecorder(of: source, from: reception, division: division, logger: logger, output: output)
    }
    try folder.checkUse()
    folder.adoptLeftovers().log(to: logger)
    let settings = RecordingSettings(folder: folder, names: names)
    return { [order, folder] head in
      Recorder(
        id: 1, source: Self.recorded(source, name: head.name, buffer: reception.buffer), order: order,
        settings: settings,
        onFile: { output.yield(folder.path + "/" + $0) })
    }
  }

  private func logRecorder(
    of source: Source, from reception: RecordedReception, division: LogDivision, logger: Logger, output: Output
  ) throws -> @Sendable (StreamHead) -> any SoundRecorder {
    let settings = LogSettings(
      of: source.recordedName(announced: nil), in: folder, division: division, deleteAfter: deleteAfter)
    // Before the network: what cannot be written is said at once.
    let recorder = LogRecorder(
      of: Self.recorded(source, name: nil, buffer: reception.buffer), settings: settings,
      index: try LogIndex(in: settings.folder), duration: duration
    ) { event in
      switch event {
      case .finished(let path): output.yield(path)
      case .stopsWriting(let reason): logger.error("\(reason); sound is left out until there is space")
      case .goesOn: logger.notice("the log goes on")
      case .removed(let paths): for path in paths { logger.info("removed \(path)") }
      case .keptCutOff(let path): logger.notice("a file that was cut off is kept as \(path)")
      case .fault(let text): logger.warning("\(text)")
      }
    }
    return { _ in recorder }
  }

  private static func recorded(_ source: Source, name: String?, buffer: TimeShiftBuffer) -> RecordedSource {
    RecordedSource(
      buffer: buffer, name: CleanText.singleLine(source.recordedName(announced: name)), address: source.address ?? ""
    ) {
      guard case .station(let station) = source else { return nil }
      return CachedPicture.picture(of: station, in: PictureCache(folder: CommandContext.folders.pictures))
    }
  }
}
