import AudioCore
import JSON
import SoundCheck
import Synchronization

/// Writes the answers of `radiod check`.
struct CheckOutput {
  let isJSON: Bool
  let isQuiet: Bool
  /// The number of sources; with more than one, each line names its source.
  let sources: Int

  /// Writes the answers about one source. A source that could not be measured also has a line on standard error.
  func write(_ report: CheckReport) throws {
    if let warning = report.warning { Log.writeLine("radiod: \(report.facts.name): \(warning)") }
    if case .failure(let reason, _) = report.outcome {
      Log.writeEnd(CleanText.singleLine(sources > 1 ? "\(report.facts.name): \(reason)" : reason))
    }
    if isJSON { return try StandardOutput.writeLine(report.json) }
    guard !isQuiet else { return }
    let prefix = sources > 1 ? CleanText.singleLine(report.facts.name) + ": " : ""
    for line in report.lines { try StandardOutput.writeLine(prefix + line) }
  }

  /// Writes the last line: how many expectations hold.
  func writeEnd(_ reports: [CheckReport]) throws {
    guard !isJSON, !isQuiet, let summary = CheckReport.summary(reports) else { return }
    try StandardOutput.writeLine(summary)
  }
}

/// The line of progress of `radiod check`, for the tasks of all sources.
final class CheckProgress: Sendable {
  private struct State {
    var line: ProgressLine
    var done = 0
    var shown: ContinuousClock.Instant?
  }

  /// The time before the line is shown, and between two changes of it.
  private static let pause: Duration = .seconds(1)

  private let sources: Int
  private let begin = ContinuousClock.now
  private let state: Mutex<State>

  init(sources: Int, environment: [String: String]) {
    self.sources = sources
    state = Mutex(State(line: ProgressLine(environment: environment)))
  }

  /// Notes the duration of the sound of one source that was measured, and that of all of it.
  func note(_ measured: Duration, of length: Duration?) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard now - (state.shown ?? begin) >= Self.pause else { return }
      state.shown = now
      let speed = Int(measured / (now - begin))
      let all = length.map { " of \(Self.seconds($0))" } ?? ""
      state.line.show(
        sources > 1
          ? "\(state.done) of \(sources) checked" : "\(Self.seconds(measured))\(all) s checked, \(speed) × speed")
    }
  }

  private static func seconds(_ duration: Duration) -> Int64 { duration.components.seconds }

  /// Notes that one more source is done.
  func finished() { state.withLock { $0.done += 1 } }

  /// Removes the line.
  func clear() { state.withLock { $0.line.clear() } }
}
