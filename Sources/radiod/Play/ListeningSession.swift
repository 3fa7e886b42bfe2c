import AudioCore
import Daemon
import Glibc
import Hooks
import Logging
import Pictures
import Player
import Radio
import RadioModel
import SystemSupport
import Terminal

/// A listening session: a tuner with a view or a log, the signals, and the end.
struct ListeningSession {
  let tuner: Tuner
  var hooks = HookPrograms()
  let context: CommandContext
  let global: GlobalOptions.Choice
  /// Where a view writes recordings; nil for a log.
  var recordedFiles: RecordedFileSettings?
  /// True when the end of the first source ends the program, which then reports a failure itself.
  var endsWithSource = true

  /// The longest wait at the end for the files of recordings: a disk that hangs does not hold up the end.
  private static let recordingLimit = Duration.seconds(2)

  /// Plays `source` until it ends or a signal or key stops it; with nil, plays what the user selects. With `interface`
  /// nil it logs events instead.
  ///
  /// Throws `TuneError` when the source could not be played.
  func run(_ source: Source?, interface: RadioInterface?) async throws {
    SignalWatch.onSignal { tuner.send(.quit) }
    let runner = Hooks(hooks, tuner: tuner, logger: context.logger)
    runner.start()
    if let source { tuner.send(.play(source)) }
    let outcome =
      if let interface {
        await Log.withoutWriting { await run(interface) }
      } else {
        await runWithLog()
      }
    await runner.stop()
    switch outcome {
    case .quit, .ended, .outputClosed: return
    case .failed(let error): throw error
    }
  }

  private func run(_ interface: RadioInterface) async -> TunerOutcome {
    let pictures = pictures(for: interface)
    let recordings = recordedFiles.map { settings in
      RadioRecordings(
        of: tuner, settings: settings, folders: CommandContext.folders, pictures: pictures, logger: context.logger)
    }
    let radio = RadioHost(
      tuner, context: context, isListChosen: global.stations != nil, recordings: recordings)
    let shown = ShownInterface(interface, of: radio, isClient: false, context: context)
    let events = tuner.events()
    let outcome = await withTaskGroup(of: Void.self) { group in
      group.addTask { await log(events) }
      group.addTask { await radio.run() }
      group.addTask {
        switch await shown.run() {
        case .quitKey, .quitAndStop, .terminalGone, .noTerminal: tuner.send(.quit)
        case .stopped: break
        }
      }
      let outcome = await tuner.run()
      shown.requestStop()
      return outcome
    }
    await recordings?.stopAll(limit: Self.recordingLimit)
    await pictures.close()
    await radio.flush()
    return outcome
  }

  /// Returns the place of the pictures that go into recordings.
  private func pictures(for interface: RadioInterface) -> any StationPictureFiles {
    guard case .screen(let options) = interface, options.pictures else { return NoPictureFiles() }
    let cache = PictureCache(folder: CommandContext.folders.pictures)
    return PictureFileStore(downloader: context.downloader, cache: cache) { [logger = context.logger] text in
      logger.debug("\(text)", source: "Pictures")
    }
  }

  private func log(_ events: Tuner.Events) async {
    let log = Log.ofEvents(level: global.level, writesEnds: !endsWithSource)
    for await event in events { log.record(event) }
  }

  private func runWithLog() async -> TunerOutcome {
    let events = tuner.events()
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await log(events) }
      return await tuner.run()
    }
  }
}

extension OutputSpec {
  /// Refuses to overwrite the file that is being read, and to write samples to a terminal. Throws
  /// `TuneError.invalidRequest`.
  func checkSafety(of source: Source) throws(TuneError) {
    switch destination {
    case .file(let path):
      if case .file(let input) = source, FileIdentity.isSame(path, input) {
        throw .invalidRequest(
          message: "--output \(word):\(path) would overwrite the file that is played; choose another name")
      }
    case .standardOutput:
      if isatty(STDOUT_FILENO) == 1 {
        throw .invalidRequest(
          message: "--output \(word) writes samples, not text: send it to a file or a program (radiod play … | aplay)")
      }
    case .device, .nowhere: break
    }
  }
}
