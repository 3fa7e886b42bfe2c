import AudioCore
import Daemon
import Glibc
import Logging
import Player
import Radio
import RadioModel
import SystemSupport
import Terminal

/// A listening session: a tuner with a view or a log, the signals, and the end.
struct ListeningSession {
  let tuner: Tuner
  let level: Logger.Level

  /// Plays `source` until it ends or a signal or key stops it. With `view` nil it logs events instead of drawing.
  ///
  /// Throws `TuneError` when the source could not be played.
  func run(_ source: Source, view: ViewOptions?) async throws {
    SignalWatch.onSignal { tuner.send(.quit) }
    tuner.send(.play(source))
    let outcome =
      if let view {
        await runWithView(TerminalView(radio: tuner, options: view))
      } else {
        await runWithLog()
      }
    switch outcome {
    case .quit, .ended, .outputClosed: return
    case .failed(let error): throw error
    }
  }

  private func runWithView(_ view: TerminalView) async -> TunerOutcome {
    let events = tuner.events()
    return await withTaskGroup(of: Void.self) { group in
      if isatty(STDERR_FILENO) == 0 { group.addTask { await log(events) } }
      group.addTask {
        switch await view.runOnOwnThread() {
        case .quitKey, .terminalGone, .noTerminal: tuner.send(.quit)
        case .stopped: break
        }
      }
      let outcome = await tuner.run()
      view.requestStop()
      return outcome
    }
  }

  private func log(_ events: Tuner.Events) async {
    let log = EventLog(logger: Log.logger(level: level))
    for await event in events { log.note(event) }
  }

  private func runWithLog() async -> TunerOutcome {
    let events = tuner.events()
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await log(events) }
      return await tuner.run()
    }
  }
}

extension Tuner: TappedRadio {}

/// Detects that standard output has no reader any more, even while there is nothing to write.
enum OutputWatch {
  /// Ends the program silently with exit code 0 when the other end of the pipe is closed.
  static func exitWithoutReader() {
    _ = PlainThread.start {
      // `poll` reports errors and hang-ups even without requested events.
      var slot = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&slot, 1, -1) < 0, errno == EINTR {}
      if slot.revents & Int16(POLLERR | POLLHUP) != 0 { exit(EXIT_SUCCESS) }
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
