import RadioModel
import Synchronization

/// The progress of a measurement on the terminal, from the first second on: the time of the sound that is done, the
/// speed, and the time that remains; of several sources, how many are done. Tasks may share it.
final class MeasuringProgress: Sendable {
  private struct State {
    var line = ProgressLine(environment: CommandContext.environment)
    var next: ContinuousClock.Instant
    /// The number of sources that are done.
    var done = 0
  }

  /// How long the work must last before it is shown, and how long a text stays.
  private static let delay: Duration = .seconds(1)
  private static let interval: Duration = .milliseconds(200)

  private let isShown: Bool
  private let sources: Int
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  /// Progress of `sources` sources that is not shown yet, and never without `isShown`.
  init(isShown: Bool, sources: Int = 1) {
    self.isShown = isShown
    self.sources = sources
    state = Mutex(State(next: start + Self.delay))
  }

  /// Shows that `done` of the sound was measured, of `whole` where it is known.
  func show(done: Duration, whole: Duration?) {
    guard isShown else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      guard now >= state.next else { return }
      state.next = now + Self.interval
      state.line.show(
        sources > 1
          ? "\(state.done) of \(sources) sources measured" : Self.text(done: done, whole: whole, passed: now - start))
    }
  }

  /// Notes that one more source is done.
  func finishedSource() { state.withLock { $0.done += 1 } }

  /// Removes the line, before other lines are written.
  func clear() { state.withLock { $0.line.clear() } }

  /// Returns the text, such as `3:21 of 10:00, 120 × playback speed, 4 s left`.
  private static func text(done: Duration, whole: Duration?, passed: Duration) -> String {
    let speed = done / passed
    var text = PlayingTimeText.text(done / .seconds(1))
    if let whole { text += " of \(PlayingTimeText.text(whole / .seconds(1)))" }
    text += speed < 10 ? ", \((speed * 10).rounded() / 10) × playback speed" : ", \(Int(speed)) × playback speed"
    if let whole, whole > done, speed > 0 { text += ", \(Int(((whole - done) / speed).components.seconds) + 1) s left" }
    return text
  }
}
