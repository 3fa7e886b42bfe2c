import AudioCore
import Synchronization

/// One try to open a sound device, on a thread of its own: the device may hang, and whoever wants it has better to do.
///
/// What comes of it is taken once, or else closed by the thread itself, however late.
public final class OutputTrial: Sendable {
  /// An output on its way from one thread to another.
  ///
  /// `@unchecked Sendable`: the thread that opened the output does not touch it again once it left it under the lock, and
  /// only one can take it from there.
  private struct Handover: @unchecked Sendable {
    let output: any AudioOutput
  }

  private enum State {
    case running
    case opened(Handover)
    case failed(TuneError)
    /// Nobody wants the outcome (any more).
    case left
  }

  /// What the device is opened for.
  public let format: AudioFormat
  private let state = Mutex(State.running)
  private let over = OutputInterruption()

  /// Begins to open what `make` makes for `format`.
  public init(format: AudioFormat, make: @escaping @Sendable () -> any AudioOutput) {
    self.format = format
    let isStarted = PlainThread.start { [self] in
      let output = make()
      do throws(TuneError) {
        try output.open(format)
        if !end(as: .opened(Handover(output: output))) { output.close() }
      } catch {
        _ = end(as: .failed(error))
      }
    }
    if !isStarted { _ = end(as: .failed(.output(device: make().name, reason: Self.noThread))) }
  }

  /// Part of a sentence for an error.
  public static let noThread = "the system has no thread left"

  /// Waits for the end of the try, `limit` at most, and not when `interruption` is requested. True when it has ended.
  public func wait(within limit: Duration, orUntil interruption: OutputInterruption) -> Bool {
    _ = over.wait(for: limit, orUntil: interruption)
    return over.isRequested
  }

  /// The open output, or why there is none; nil while the try goes on, and when the outcome was taken before.
  public func take() -> Result<any AudioOutput, TuneError>? {
    let ended = state.withLock { state in
      if case .running = state { return state }
      defer { state = .left }
      return state
    }
    switch ended {
    case .opened(let handover): return .success(handover.output)
    case .failed(let error): return .failure(error)
    case .running, .left: return nil
    }
  }

  /// Gives the try up; what comes of it is closed. Never waits.
  public func abandon() {
    let before = state.withLock { state in
      defer { state = .left }
      return state
    }
    guard case .opened(let handover) = before else { return }
    // Closing may hang, too.
    let isStarted = PlainThread.start { handover.output.close() }
    if !isStarted { handover.output.close() }
  }

  /// Leaves the outcome; false when nobody wants it.
  private func end(as outcome: State) -> Bool {
    let isWanted = state.withLock { state in
      guard case .running = state else { return false }
      state = outcome
      return true
    }
    over.request()
    return isWanted
  }
}
